import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

class Client {
  static final String HOST = "https://api.mercadopago.com";
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    var body = HttpRequest.BodyPublishers.ofString("{\"description\":\"a buyer\",\"site_id\":\"MLA\"}");
    var user = send(to("/users/test").header("Content-Type", "application/json").POST(body));
    send(to("/instore/qr/seller/collectors/4711/pos/POS1/orders").DELETE());
    if (user.contains("\"site_id\":\"MLA\"")) System.out.println("created MLA");
  }

  static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(HOST + path)).header("Authorization", "Bearer APP_USR-4711-its-own");
  }

  static String send(HttpRequest.Builder request) throws Exception {
    var answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) throw new IllegalStateException(answer.body());
    return answer.body();
  }
}
