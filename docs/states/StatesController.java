// Provider states in Spring. Put this class next to your other controllers.
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class StatesController {
  private final Map<String, Supplier<Map<String, String>>> setups = new HashMap<>();

  // Replace each line with a call to your own service, which creates the data and returns it.
  public StatesController() {
    setups.put("an application", () -> application("1234567890", "https://shop.example/callback"));
    setups.put("another application", () -> application("2234567890", "https://other.example/callback"));
    setups.put("an authorization code", () -> with("code", "TG-" + UUID.randomUUID()));
    setups.put("a refresh token", () -> with("refresh_token", "TG-" + UUID.randomUUID()));
    setups.put("an access token", () -> Map.of("access_token", "APP_USR-" + UUID.randomUUID(), "user_id", "241983636"));
    setups.put("an expired access token", () -> Map.of("access_token", "APP_USR-" + UUID.randomUUID()));
  }

  @PostMapping("/_states")
  public ResponseEntity<Map<String, String>> provide(@RequestBody Map<String, Object> question) {
    Supplier<Map<String, String>> setup = setups.get(question.get("state"));
    if (setup == null) return ResponseEntity.notFound().build();
    return ResponseEntity.ok("teardown".equals(question.get("action")) ? Map.of() : setup.get());
  }

  private static Map<String, String> application(String id, String redirectUri) {
    return Map.of("client_id", id, "client_secret", "test-secret", "redirect_uri", redirectUri);
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> values = new HashMap<>(application("1234567890", "https://shop.example/callback"));
    values.put(name, value);
    return values;
  }
}
