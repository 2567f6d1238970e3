<?php

// A driver in plain HTTP: reads scenarios as lines, does each, prints what the caller got (docs/certify.md).

const HOST = 'https://api.mercadopago.com';
const LONGEST_CODE_AGE = 600;

class Rejected extends RuntimeException
{
}

function send(string $method, string $path, ?object $body = null, array $headers = []): object
{
    $handle = curl_init(HOST . $path);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($handle, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
    }
    curl_setopt_array($handle, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 10,
    ]);
    $text = curl_exec($handle);
    if ($text === false) {
        throw new RuntimeException(curl_error($handle));
    }
    $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
    if ($status < 200 || $status > 299) {
        throw new Rejected($text, $status);
    }
    return $text === '' ? new stdClass() : json_decode($text, flags: JSON_THROW_ON_ERROR);
}

function id(string $value): string
{
    if (in_array($value, ['', '.', '..'], true)) { // no encoding keeps these from walking to another path
        throw new InvalidArgumentException("'$value' is no id");
    }
    return rawurlencode($value);
}

function issue(object $grant): object
{
    if (($grant->code_age ?? 0) >= LONGEST_CODE_AGE) {
        throw new InvalidArgumentException('The code is older than its ten minutes: ask for another.');
    }
    unset($grant->code_age);
    return send('POST', '/oauth/token', $grant);
}

function accessTokenOf(object $token): string
{
    if (($token->expires_in ?? 0) > 0) {
        return $token->access_token;
    }
    $token->grant_type = isset($token->access_token) ? 'refresh_token' : 'authorization_code';
    unset($token->access_token, $token->expires_in);
    return issue($token)->access_token;
}

function perform(string $operation, object $input, array $headers): object
{
    $ids = $input->parameters ?? null;
    switch ($operation) {
        case 'checkout-preferences':
            return send('POST', '/checkout/preferences', $input->body, $headers);
        case 'test-users':
            return send('POST', '/users/test', $input->body, $headers);
        case 'point-payment-intents':
            $path = '/point/integration-api/devices/' . id($ids->device_id) . '/payment-intents/' . id($ids->payment_intent_id);
            $sandbox = ($input->is_sandbox ?? false) ? ['x-test-scope: sandbox'] : [];
            return send('DELETE', $path, null, [...$headers, ...$sandbox]);
        case 'wallet-agreements':
            $query = isset($input->client_id) ? '?client.id=' . rawurlencode($input->client_id) : '';
            $platform = isset($input->platform_id) ? ["x-platform-id: $input->platform_id"] : [];
            return send('POST', "/v2/wallet_connect/agreements$query", $input->body, [...$headers, ...$platform]);
        case 'instore-orders':
            $path = '/instore/qr/seller/collectors/' . id($ids->user_id) . '/pos/' . id($ids->external_pos_id) . '/orders';
            return send('DELETE', $path, null, $headers);
    }
    throw new LogicException("$operation is no operation");
}

function done(string $operation, object $input): object
{
    if ($operation === 'oauth-token') {
        return issue($input);
    }
    $headers = ['Authorization: Bearer ' . accessTokenOf($input->token)];
    for ($time = 0; $time < ($input->times ?? 1); $time++) {
        $result = perform($operation, $input, $headers);
    }
    return $result;
}

while (($line = fgets(STDIN)) !== false) {
    $task = json_decode($line, flags: JSON_THROW_ON_ERROR);
    try {
        $report = ['outcome' => 'done', 'result' => done($task->operation, $task->input)];
    } catch (Rejected $error) {
        $report = ['outcome' => 'error', 'status' => $error->getCode(), 'error' => $error->getMessage()];
    } catch (Throwable $error) {
        $report = ['outcome' => 'error', 'error' => get_class($error) . ': ' . $error->getMessage()];
    }
    // An error body may be in another encoding than UTF-8.
    echo json_encode(['scenario' => $task->scenario, ...$report], JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
}
