import java.util.Collections;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Serves the controller of the documentation with Debian's Spring, on a free port. */
public class Main {
  public static void main(String[] words) throws Exception {
    StaticWebApplicationContext context = new StaticWebApplicationContext();
    Object converters = Collections.singletonList(new MappingJackson2HttpMessageConverter());
    context.registerSingleton("controller", StatesController.class);
    context.registerSingleton("mapping", RequestMappingHandlerMapping.class);
    context.registerSingleton(
        "adapter", RequestMappingHandlerAdapter.class, new MutablePropertyValues(Map.of("messageConverters", converters)));
    ServletContextHandler handler = new ServletContextHandler();
    handler.addServlet(new ServletHolder(new DispatcherServlet(context)), "/");
    Server server = new Server(0);
    server.setHandler(handler);
    server.start();
    System.out.println("listening on port " + ((ServerConnector) server.getConnectors()[0]).getLocalPort());
  }
}
