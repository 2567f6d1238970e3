import json
from urllib.request import Request, urlopen

HOST = "https://api.mercadopago.com"
HEADERS = {"Authorization": "Bearer APP_USR-4711-its-own"}


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = HEADERS if body is None else {**HEADERS, "Content-Type": "application/json"}
    with urlopen(Request(HOST + path, data, headers, method=method)) as answer:
        return answer.read()


user = json.loads(send("POST", "/users/test", {"description": "a buyer", "site_id": "MLA"}))
send("DELETE", "/instore/qr/seller/collectors/4711/pos/POS1/orders")
print("created", user["site_id"])
