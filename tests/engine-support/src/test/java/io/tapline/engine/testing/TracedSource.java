package io.tapline.engine.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Connections whose trips to the database are counted: prepared texts, and commits. */
public final class TracedSource {

  private final DataSource real;
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private volatile UnaryOperator<String> sent = UnaryOperator.identity();

  public TracedSource(DataSource real) {
    this.real = real;
  }

  public DataSource source() {
    return proxy(
        DataSource.class,
        real,
        (method, arguments) -> {
          var result = call(real, method, arguments);
          return result instanceof Connection connection ? traced(connection) : result;
        });
  }

  /** All texts since the last call of {@link #forget}, and COMMIT for each commit. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  public void forget() {
    texts.clear();
  }

  /** From now on texts, and the elements of arrays of text, are sent as this returns them. */
  public void send(UnaryOperator<String> instead) {
    sent = instead;
  }

  /** How many texts contained this. */
  public long executed(String piece) {
    return texts.stream().filter(text -> text.contains(piece)).count();
  }

  private Connection traced(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            texts.add((String) arguments[0]);
            return traced((PreparedStatement) call(connection, method, arguments));
          } else if (method.getName().equals("commit")) {
            texts.add("COMMIT");
          }
          if (method.getName().equals("createArrayOf") && arguments[1] instanceof String[] values) {
            var altered = Arrays.stream(values).map(one -> one == null ? null : sent.apply(one));
            return connection.createArrayOf((String) arguments[0], altered.toArray(String[]::new));
          }
          return call(connection, method, arguments);
        });
  }

  private PreparedStatement traced(PreparedStatement statement) {
    return proxy(
        PreparedStatement.class,
        statement,
        (method, arguments) -> {
          if (method.getName().equals("setObject") && arguments[1] instanceof String value) {
            arguments[1] = sent.apply(value);
          }
          return call(statement, method, arguments);
        });
  }

  private interface Handler {
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, T real, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            TracedSource.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> handler.handle(method, arguments)));
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
