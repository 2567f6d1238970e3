import requests

HOST = "https://api.mercadopago.com"

with requests.Session() as session:
    session.headers["Authorization"] = "Bearer APP_USR-4711-its-own"
    user = session.post(HOST + "/users/test", json={"description": "a buyer", "site_id": "MLA"})
    user.raise_for_status()
    session.delete(HOST + "/instore/qr/seller/collectors/4711/pos/POS1/orders").raise_for_status()
    print("created", user.json()["site_id"])
