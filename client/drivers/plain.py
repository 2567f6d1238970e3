# A driver in plain HTTP: reads scenarios as lines, does each, prints what the caller got (docs/certify.md).
import json
import sys
from http.client import HTTPException
from ssl import create_default_context
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

CONTEXT = create_default_context()  # once: it reads every certificate authority
HOST = "https://api.mercadopago.com"
LONGEST_CODE_AGE = 600


def send(method, path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    with urlopen(Request(HOST + path, data, headers, method=method), timeout=10, context=CONTEXT) as response:
        text = response.read()
    return json.loads(text) if text else {}


def text_of(error):
    try:
        return error.read().decode(errors="replace") or str(error)
    except (HTTPException, OSError) as cut:  # the body broke off
        return f"{error}: {type(cut).__name__}"


def path_of(template, **ids):
    for name, value in ids.items():
        if value in ("", ".", ".."):  # no encoding keeps these from walking to another path
            raise ValueError(f"{name} is no id: {value!r}")
    return template.format(**{name: quote(value, safe="") for name, value in ids.items()})


def issue(code_age=0, **body):
    if code_age >= LONGEST_CODE_AGE:
        raise ValueError("The code is older than its ten minutes: ask for another.")
    return send("POST", "/oauth/token", body)


def access_token_of(access_token=None, expires_in=0, **grant):
    if access_token and expires_in > 0:
        return access_token
    grant_type = "refresh_token" if access_token else "authorization_code"
    return issue(grant_type=grant_type, **grant)["access_token"]


def cancel(authorization, parameters, is_sandbox=False):
    path = path_of("/point/integration-api/devices/{device_id}/payment-intents/{payment_intent_id}", **parameters)
    return send("DELETE", path, **authorization, **({"x-test-scope": "sandbox"} if is_sandbox else {}))


def agree(authorization, body, client_id=None, platform_id=None):
    query = f"?client.id={quote(client_id)}" if client_id else ""
    platform = {"x-platform-id": platform_id} if platform_id else {}
    return send("POST", "/v2/wallet_connect/agreements" + query, body, **authorization, **platform)


def delete(authorization, parameters):
    path = path_of("/instore/qr/seller/collectors/{user_id}/pos/{external_pos_id}/orders", **parameters)
    return send("DELETE", path, **authorization)


OPERATIONS = {
    "checkout-preferences": lambda authorization, body: send("POST", "/checkout/preferences", body, **authorization),
    "test-users": lambda authorization, body: send("POST", "/users/test", body, **authorization),
    "point-payment-intents": cancel,
    "wallet-agreements": agree,
    "instore-orders": delete,
}


def done(operation, token=None, times=1, **given):
    if operation == "oauth-token":
        return issue(**given)
    authorization = {"Authorization": f"Bearer {access_token_of(**token)}"}
    return [OPERATIONS[operation](authorization, **given) for _ in range(times)][-1]


for line in sys.stdin:
    task = json.loads(line)
    report = {"scenario": task["scenario"]}
    try:
        report |= {"outcome": "done", "result": done(task["operation"], **task["input"])}
    except HTTPError as error:
        report |= {"outcome": "error", "status": error.code, "error": text_of(error)}
    except Exception as error:
        report |= {"outcome": "error", "error": f"{type(error).__name__}: {error}"}
    print(json.dumps(report), flush=True)
