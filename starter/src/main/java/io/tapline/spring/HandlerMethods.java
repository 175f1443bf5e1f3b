package io.tapline.spring;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** All {@link TaplineHandler} methods of the application, by queue and action. */
final class HandlerMethods {

  private final ConfigurableListableBeanFactory beans;

  HandlerMethods(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  /** Handlers by queue and action; the empty action is for jobs without a specific handler. */
  Map<String, Map<String, HandlerMethod>> byQueue() {
    var found = new TreeMap<String, Map<String, HandlerMethod>>();
    for (var bean : beans.getBeanDefinitionNames()) {
      var type = AutoProxyUtils.determineTargetClass(beans, bean);
      // A scoped bean is defined twice, as its proxy and as its target.
      if (type != null && !ScopedProxyUtils.isScopedTarget(bean)) {
        annotated(type).forEach((method, handler) -> add(found, bean, method, handler));
      }
    }
    return found;
  }

  private static Map<Method, TaplineHandler> annotated(Class<?> type) {
    return MethodIntrospector.selectMethods(
        type,
        (MethodIntrospector.MetadataLookup<TaplineHandler>)
            method -> AnnotatedElementUtils.findMergedAnnotation(method, TaplineHandler.class));
  }

  private void add(
      Map<String, Map<String, HandlerMethod>> found,
      String beanName,
      Method method,
      TaplineHandler handler) {
    var name =
        ClassUtils.getUserClass(method.getDeclaringClass()).getSimpleName()
            + "."
            + method.getName();
    requireParameters(method, name);
    var bean = beans.getBean(beanName);
    // The method is called through the bean's proxy, so that it can be transactional.
    var invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
    var own = found.computeIfAbsent(handler.queue(), queue -> new TreeMap<>());
    var other = own.put(handler.action(), new HandlerMethod(bean, invocable, name));
    if (other != null) {
      throw new TaplineStartException(
          "The queue %s has two handlers for %s: %s and %s."
              .formatted(
                  handler.queue(),
                  handler.action().isEmpty() ? "all actions" : "the action " + handler.action(),
                  other.name(),
                  name),
          "Remove the annotation from one of them, or give them different actions.");
    }
  }

  private static void requireParameters(Method method, String name) {
    for (var type : method.getParameterTypes()) {
      if (type.isPrimitive()) {
        throw new TaplineStartException(
            "The handler " + name + " has a parameter of type " + type + ".",
            "Use the Job, a JsonNode, or one type of the application for the properties.");
      }
    }
  }
}
