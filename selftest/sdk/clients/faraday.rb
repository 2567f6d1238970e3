require "faraday"
require "json"

client = Faraday.new("https://api.mercadopago.com", headers: { "Authorization" => "Bearer APP_USR-4711-its-own" }) do |f|
  f.response :raise_error
  f.adapter Faraday.default_adapter
end
body = JSON.generate(description: "a buyer", site_id: "MLA")
user = client.post("/users/test", body, "Content-Type" => "application/json")
client.delete("/instore/qr/seller/collectors/4711/pos/POS1/orders")
puts "created #{JSON.parse(user.body)["site_id"]}"
