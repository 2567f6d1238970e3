import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import static java.nio.charset.StandardCharsets.UTF_8;

/** A driver in plain HTTP: reads scenarios as lines, does each, prints what the caller got (docs/certify.md). */
class Plain {
  static final String HOST = "https://api.mercadopago.com";
  static final int LONGEST_CODE_AGE = 600;
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  static class Rejected extends IOException {
    final int status;

    Rejected(int status, String text) {
      super(text);
      this.status = status;
    }
  }

  public static void main(String[] args) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    var reports = new java.io.PrintStream(System.out, true, UTF_8);
    for (String line; (line = lines.readLine()) != null; ) reports.println(reportOn(JsonParser.parseString(line).getAsJsonObject()));
  }

  static JsonObject reportOn(JsonObject task) {
    var report = new JsonObject();
    report.add("scenario", task.get("scenario"));
    try {
      report.add("result", done(text(task, "operation"), task.getAsJsonObject("input")));
      report.addProperty("outcome", "done");
    } catch (Exception error) {
      report.addProperty("outcome", "error");
      report.addProperty("error", error.toString());
      if (error instanceof Rejected rejected) report.addProperty("status", rejected.status);
    }
    return report;
  }

  static JsonObject done(String operation, JsonObject input) throws Exception {
    if (operation.equals("oauth-token")) return issue(input);
    var token = accessTokenOf(input.getAsJsonObject("token"));
    JsonObject result = null;
    for (int time = 0; time < number(input, "times", 1); time += 1) result = perform(operation, input, token);
    return result;
  }

  static JsonObject perform(String operation, JsonObject input, String token) throws Exception {
    var ids = input.getAsJsonObject("parameters");
    switch (operation) {
      case "checkout-preferences":
        return send(to("/checkout/preferences", token), input.getAsJsonObject("body"));
      case "test-users":
        return send(to("/users/test", token), input.getAsJsonObject("body"));
      case "wallet-agreements":
        var query = input.has("client_id") ? "?client.id=" + encoded(text(input, "client_id")) : "";
        var agreement = to("/v2/wallet_connect/agreements" + query, token);
        if (input.has("platform_id")) agreement.header("x-platform-id", text(input, "platform_id"));
        return send(agreement, input.getAsJsonObject("body"));
      case "point-payment-intents":
        var intent = "/payment-intents/" + id(ids, "payment_intent_id");
        var cancellation = to("/point/integration-api/devices/" + id(ids, "device_id") + intent, token);
        if (input.has("is_sandbox") && input.get("is_sandbox").getAsBoolean()) cancellation.header("x-test-scope", "sandbox");
        return send(cancellation.DELETE());
      default:
        var pos = "/pos/" + id(ids, "external_pos_id") + "/orders";
        return send(to("/instore/qr/seller/collectors/" + id(ids, "user_id") + pos, token).DELETE());
    }
  }

  static String accessTokenOf(JsonObject token) throws Exception {
    if (number(token, "expires_in", 0) > 0) return text(token, "access_token");
    token.addProperty("grant_type", token.has("access_token") ? "refresh_token" : "authorization_code");
    token.remove("access_token");
    token.remove("expires_in");
    return text(issue(token), "access_token");
  }

  static JsonObject issue(JsonObject grant) throws Exception {
    if (number(grant, "code_age", 0) >= LONGEST_CODE_AGE)
      throw new IllegalArgumentException("The code is older than its ten minutes: ask for another.");
    grant.remove("code_age");
    return send(HttpRequest.newBuilder(URI.create(HOST + "/oauth/token")), grant);
  }

  static HttpRequest.Builder to(String path, String token) {
    return HttpRequest.newBuilder(URI.create(HOST + path)).header("Authorization", "Bearer " + token);
  }

  static JsonObject send(HttpRequest.Builder request, JsonObject body) throws Exception {
    var json = new com.google.gson.GsonBuilder().serializeNulls().disableHtmlEscaping().create().toJson(body);
    return send(request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  static JsonObject send(HttpRequest.Builder request) throws Exception {
    var response = CLIENT.send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) throw new Rejected(response.statusCode(), response.body());
    return response.body().isEmpty() ? new JsonObject() : JsonParser.parseString(response.body()).getAsJsonObject();
  }

  /** No encoding keeps a dot or two from walking to another path. */
  static String id(JsonObject ids, String name) {
    var value = text(ids, name);
    if (List.of("", ".", "..").contains(value)) throw new IllegalArgumentException("'" + value + "' is no " + name);
    return encoded(value);
  }

  /** URLEncoder is for forms, where a blank is a plus. */
  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }

  static int number(JsonObject object, String name, int usual) {
    return object.has(name) ? object.get(name).getAsInt() : usual;
  }
}
