package io.tapline.spring;

import io.tapline.client.worker.Handler;
import io.tapline.client.worker.Job;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A bean method as a handler of the worker runtime. */
final class HandlerMethod implements Handler {

  private final Object bean;
  private final Method method;
  private final String name;
  private final List<Function<Job, Object>> arguments = new ArrayList<>();

  /**
   * @param name shown in messages
   */
  HandlerMethod(Object bean, Method method, String name) {
    this.bean = bean;
    this.method = method;
    this.name = name;
    for (var type : method.getGenericParameterTypes()) {
      arguments.add(argument(type));
    }
    method.trySetAccessible();
  }

  private static Function<Job, Object> argument(Type type) {
    if (type == Job.class) {
      return job -> job;
    }
    return JsonNode.class == type ? Job::properties : job -> job.properties(type);
  }

  String name() {
    return name;
  }

  @Override
  public Object handle(Job job) throws Exception {
    var values = arguments.stream().map(argument -> argument.apply(job)).toArray();
    try {
      return method.invoke(bean, values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }
}
