require "json"
require "net/http"

def send_request(kind, path, body = nil)
  uri = URI("https://api.mercadopago.com#{path}")
  request = kind.new(uri, "Authorization" => "Bearer APP_USR-4711-its-own")
  request["Content-Type"] = "application/json" if body
  answer = Net::HTTP.start(uri.host, uri.port, use_ssl: true) do |http|
    http.request(request, body && JSON.generate(body))
  end
  raise answer.body unless answer.is_a?(Net::HTTPSuccess)
  answer.body
end

user = JSON.parse(send_request(Net::HTTP::Post, "/users/test", description: "a buyer", site_id: "MLA"))
send_request(Net::HTTP::Delete, "/instore/qr/seller/collectors/4711/pos/POS1/orders")
puts "created #{user["site_id"]}"
