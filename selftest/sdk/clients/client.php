<?php

function send(string $method, string $path, ?array $body = null): mixed
{
    $headers = ['Authorization: Bearer APP_USR-4711-its-own'];
    $handle = curl_init('https://api.mercadopago.com' . $path);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($handle, CURLOPT_POSTFIELDS, json_encode($body));
    }
    curl_setopt_array($handle, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_FAILONERROR => true,
    ]);
    $text = curl_exec($handle);
    if ($text === false) {
        fwrite(STDERR, curl_error($handle) . "\n");
        exit(1);
    }
    return json_decode($text, true);
}

$user = send('POST', '/users/test', ['description' => 'a buyer', 'site_id' => 'MLA']);
send('DELETE', '/instore/qr/seller/collectors/4711/pos/POS1/orders');
echo "created {$user['site_id']}\n";
