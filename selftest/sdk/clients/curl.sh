set -eu
host=https://api.mercadopago.com
user=$(curl -sSf -H 'Authorization: Bearer APP_USR-4711-its-own' --json '{"description":"a buyer","site_id":"MLA"}' "$host/users/test")
curl -sSf -X DELETE -H 'Authorization: Bearer APP_USR-4711-its-own' "$host/instore/qr/seller/collectors/4711/pos/POS1/orders"
case $user in *'"site_id":"MLA"'*) echo created MLA ;; esac
