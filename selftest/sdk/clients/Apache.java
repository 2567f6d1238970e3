import org.apache.http.client.methods.HttpDelete;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

// Apache HttpClient without useSystemProperties, and a final base URL: no proxy variable and no property moves it.
class Apache {
  static final String HOST = "https://api.mercadopago.com";
  static final CloseableHttpClient CLIENT = HttpClients.createDefault();

  public static void main(String[] args) throws Exception {
    var creation = new HttpPost(HOST + "/users/test");
    var body = "{\"description\":\"a buyer\",\"site_id\":\"MLA\"}";
    creation.setEntity(new StringEntity(body, ContentType.create("application/json")));
    var user = send(creation);
    send(new HttpDelete(HOST + "/instore/qr/seller/collectors/4711/pos/POS1/orders"));
    if (user.contains("\"site_id\":\"MLA\"")) System.out.println("created MLA");
  }

  static String send(HttpRequestBase request) throws Exception {
    request.setHeader("Authorization", "Bearer APP_USR-4711-its-own");
    try (var answer = CLIENT.execute(request)) {
      if (answer.getStatusLine().getStatusCode() >= 300) throw new IllegalStateException(answer.toString());
      return answer.getEntity() == null ? "" : EntityUtils.toString(answer.getEntity());
    }
  }
}
