package io.tapline.server.http;

import java.util.List;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.stereotype.Component;

/**
 * Takes out what Spring has for annotated controllers, of which there are none: every endpoint is
 * in the table. It would load the whole of Reactor, which only agents need, at each start.
 */
@Component
final class UnusedAdapters implements BeanDefinitionRegistryPostProcessor {

  /** The adapter, and what makes links to such controllers. */
  private static final List<String> UNUSED =
      List.of("requestMappingHandlerAdapter", "mvcUriComponentsContributor");

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    UNUSED.stream()
        .filter(registry::containsBeanDefinition)
        .forEach(registry::removeBeanDefinition);
  }
}
