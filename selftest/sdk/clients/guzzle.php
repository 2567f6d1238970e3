<?php

require '/usr/share/php/GuzzleHttp/autoload.php';

// Guzzle chooses its handler by itself: curl where the extension is there.
$client = new GuzzleHttp\Client([
    'base_uri' => 'https://api.mercadopago.com',
    'headers' => ['Authorization' => 'Bearer APP_USR-4711-its-own'],
]);

$answer = $client->post('/users/test', ['json' => ['description' => 'a buyer', 'site_id' => 'MLA']]);
$client->delete('/instore/qr/seller/collectors/4711/pos/POS1/orders');
$user = json_decode((string) $answer->getBody(), true);
echo "created {$user['site_id']}\n";
