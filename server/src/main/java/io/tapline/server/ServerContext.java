package io.tapline.server;

import io.tapline.server.base.InstalledDoors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.beans.factory.annotation.AutowiredAnnotationBeanPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.web.WebProperties;
import org.springframework.boot.system.JavaVersion;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.tomcat.autoconfigure.TomcatVirtualThreadsWebServerFactoryCustomizer;
import org.springframework.boot.tomcat.autoconfigure.TomcatWebServerFactoryCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.WebServerFactoryCustomizerBeanPostProcessor;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.autoconfigure.servlet.ServletWebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.CommonAnnotationBeanPostProcessor;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.util.ClassUtils;

/**
 * The components of a server, and Tomcat before them. Each is named, here or in {@code
 * components.list}: a scan of the class path and Spring Boot's automatic configuration would take a
 * third of a start.
 */
final class ServerContext extends ServletWebServerApplicationContext {

  /** The name of one class on each line. */
  static final String COMPONENTS = "components.list";

  /** Requests had their time before; see {@link ShutdownLimits}. */
  private static final long SHUTDOWN_MILLIS = 3_000;

  ServerContext(ServerSettings settings) {
    var beans = getDefaultListableBeanFactory();
    beans.setAllowBeanDefinitionOverriding(false);
    beans.setAllowCircularReferences(false);
    beans.setDependencyComparator(AnnotationAwareOrderComparator.INSTANCE);
    registerBean(AutowiredAnnotationBeanPostProcessor.class);
    registerBean(CommonAnnotationBeanPostProcessor.class);
    registerBean(
        LIFECYCLE_PROCESSOR_BEAN_NAME,
        DefaultLifecycleProcessor.class,
        ServerContext::lifecycleProcessor);
    registerWebServer(settings);
    for (var component : components(settings.doors())) {
      registerBeanDefinition(component, new RootBeanDefinition(loaded(component)));
    }
  }

  /** The components are made before Tomcat, which would log the trace of a start refused by one. */
  @Override
  protected void onRefresh() {
    // Spring then keeps the beans that it found for a type, instead of comparing all of them again.
    getBeanFactory().freezeConfiguration();
    getBeanFactory().preInstantiateSingletons();
    super.onRefresh();
  }

  /** No component resolves messages, and the usual source loads the data of all locales. */
  @Override
  protected void initMessageSource() {}

  private static DefaultLifecycleProcessor lifecycleProcessor() {
    var processor = new DefaultLifecycleProcessor();
    processor.setTimeoutPerShutdownPhase(SHUTDOWN_MILLIS);
    return processor;
  }

  /**
   * Tomcat with the settings of Spring Boot; the component {@code TomcatSettings} is applied last.
   */
  private void registerWebServer(ServerSettings settings) {
    bridgeLogs();
    var server = new ServerProperties();
    var tomcat = new TomcatServerProperties();
    server.setAddress(ListenAddress.resolved(settings.host()));
    server.setPort(settings.port());
    server.setShutdown(Shutdown.GRACEFUL);
    var proxies = settings.security().trustedProxies();
    // Only a trusted proxy may name the address of a client, or state that it came by TLS.
    server.setForwardHeadersStrategy(
        proxies == null
            ? ServerProperties.ForwardHeadersStrategy.NONE
            : ServerProperties.ForwardHeadersStrategy.NATIVE);
    if (proxies != null) {
      tomcat.getRemoteip().setInternalProxies(proxies);
      tomcat.getRemoteip().setRemoteIpHeader("x-forwarded-for");
      tomcat.getRemoteip().setProtocolHeader("x-forwarded-proto");
    }
    registerBean(WebServerFactoryCustomizerBeanPostProcessor.class);
    registerBean(TomcatServletWebServerFactory.class, () -> new TomcatServletWebServerFactory());
    registerBean(
        ServletWebServerFactoryCustomizer.class,
        () -> new ServletWebServerFactoryCustomizer(server));
    registerBean(
        TomcatWebServerFactoryCustomizer.class,
        () ->
            new TomcatWebServerFactoryCustomizer(
                getEnvironment(), server, tomcat, new WebProperties()));
    if (JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE)) {
      registerBean(
          TomcatVirtualThreadsWebServerFactoryCustomizer.class,
          TomcatVirtualThreadsWebServerFactoryCustomizer::new);
    }
  }

  /** Tomcat logs through the logging of the JDK. */
  private static void bridgeLogs() {
    if (!SLF4JBridgeHandler.isInstalled()) {
      SLF4JBridgeHandler.removeHandlersForRootLogger();
      SLF4JBridgeHandler.install();
    }
  }

  /** The components of the server and of its doors, in the order of their names. */
  private static List<String> components(InstalledDoors doors) {
    return Stream.concat(
            Stream.of(ServerContext.class), doors.doors().stream().map(Object::getClass))
        .flatMap(beside -> components(beside).stream())
        .sorted()
        .toList();
  }

  /** The components that the list beside a class names. */
  static List<String> components(Class<?> beside) {
    try (var list = beside.getResourceAsStream(COMPONENTS)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Class<?> loaded(String component) {
    return ClassUtils.resolveClassName(component, ServerContext.class.getClassLoader());
  }
}
