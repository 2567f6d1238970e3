# A driver in plain HTTP: reads scenarios as lines, does each, prints what the caller got (docs/certify.md).
require "erb"
require "json"
require "net/http"

HOST = "https://api.mercadopago.com"
LONGEST_CODE_AGE = 600

class Rejected < StandardError
  attr_reader :status

  def initialize(response)
    @status = response.code.to_i
    # An error body may be in another encoding than UTF-8, or absent.
    super((response.body || response.message).dup.force_encoding("UTF-8").scrub)
  end
end

def send_request(kind, path, body = nil, headers = {})
  uri = URI(HOST + path)
  request = kind.new(uri, headers)
  request["Content-Type"] = "application/json" if body
  request.body = JSON.generate(body) if body
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: true, read_timeout: 10, max_retries: 0) do |http|
    http.request(request)
  end
  raise Rejected, response unless response.is_a?(Net::HTTPSuccess)
  response.body.to_s.empty? ? {} : JSON.parse(response.body)
end

def id(value)
  # No encoding keeps these from walking to another path.
  raise ArgumentError, "#{value.inspect} is no id" if ["", ".", ".."].include?(value)
  ERB::Util.url_encode(value)
end

def issue(grant)
  age = grant.fetch("code_age", 0)
  raise ArgumentError, "The code is older than its ten minutes: ask for another." if age >= LONGEST_CODE_AGE
  send_request(Net::HTTP::Post, "/oauth/token", grant.except("code_age"))
end

def access_token_of(token)
  access_token, expires_in = token.values_at("access_token", "expires_in")
  return access_token if access_token && expires_in > 0
  grant_type = access_token ? "refresh_token" : "authorization_code"
  issue(token.except("access_token", "expires_in").merge("grant_type" => grant_type))["access_token"]
end

def perform(operation, input, headers)
  body, ids = input.values_at("body", "parameters")
  case operation
  when "checkout-preferences"
    send_request(Net::HTTP::Post, "/checkout/preferences", body, headers)
  when "test-users"
    send_request(Net::HTTP::Post, "/users/test", body, headers)
  when "point-payment-intents"
    headers["x-test-scope"] = "sandbox" if input["is_sandbox"]
    path = "/point/integration-api/devices/#{id(ids["device_id"])}/payment-intents/#{id(ids["payment_intent_id"])}"
    send_request(Net::HTTP::Delete, path, nil, headers)
  when "wallet-agreements"
    headers["x-platform-id"] = input["platform_id"] if input["platform_id"]
    query = input["client_id"] ? "?client.id=#{ERB::Util.url_encode(input["client_id"])}" : ""
    send_request(Net::HTTP::Post, "/v2/wallet_connect/agreements#{query}", body, headers)
  when "instore-orders"
    path = "/instore/qr/seller/collectors/#{id(ids["user_id"])}/pos/#{id(ids["external_pos_id"])}/orders"
    send_request(Net::HTTP::Delete, path, nil, headers)
  end
end

def done(operation, input)
  return issue(input) if operation == "oauth-token"
  headers = { "Authorization" => "Bearer #{access_token_of(input["token"])}" }
  Array.new(input.fetch("times", 1)) { perform(operation, input, headers) }.last
end

$stdout.sync = true
$stdin.each_line do |line|
  scenario, operation, input = JSON.parse(line).values_at("scenario", "operation", "input")
  report = begin
    { outcome: "done", result: done(operation, input) }
  rescue Rejected => error
    { outcome: "error", status: error.status, error: error.message }
  rescue StandardError => error
    { outcome: "error", error: "#{error.class}: #{error.message}" }
  end
  puts JSON.generate({ scenario: scenario, **report })
end
