<?php

// PHP's own streams, as Guzzle has them where there is no curl: they read no proxy variable.
function send(string $method, string $path, ?array $body = null): mixed
{
    $headers = ['Authorization: Bearer APP_USR-4711-its-own'];
    $http = ['method' => $method, 'protocol_version' => 1.1];
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        $http['content'] = json_encode($body);
    }
    $http['header'] = [...$headers, 'Connection: close'];
    $text = file_get_contents('https://api.mercadopago.com' . $path, false, stream_context_create(['http' => $http]));
    if ($text === false) exit(1);
    return json_decode($text, true);
}

$user = send('POST', '/users/test', ['description' => 'a buyer', 'site_id' => 'MLA']);
send('DELETE', '/instore/qr/seller/collectors/4711/pos/POS1/orders');
echo "created {$user['site_id']}\n";
