package io.tapline.cli.connect;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.client.TaplineClient;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.worker.WorkerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The connection and the printer of one running command. */
public final class ServerSession implements AutoCloseable {

  /** A short retry time, so that a user at the prompt gets an error instead of a wait. */
  private static final Duration RETRY_TIME = Duration.ofSeconds(2);

  /** The page limit of the server. */
  private static final int PAGE = 500;

  private final TaplineClient client;
  private final ResultPrinter printer;

  private ServerSession(TaplineClient client, ResultPrinter printer) {
    this.client = client;
    this.printer = printer;
  }

  public static ServerSession open(ConnectOptions.Target target, ResultPrinter printer) {
    return new ServerSession(client(target, RETRY_TIME), printer);
  }

  /**
   * @param retryFor time for which the client retries while the server cannot be reached
   */
  public static TaplineClient client(ConnectOptions.Target target, Duration retryFor) {
    try {
      return TaplineClient.builder()
          .url(target.url())
          .token(target.token())
          .timeout(target.timeout())
          .retryFor(retryFor)
          .build();
    } catch (IllegalArgumentException e) {
      throw new CommandFailed(ExitCode.USAGE, e.getMessage(), e);
    }
  }

  public ResultPrinter printer() {
    return printer;
  }

  public TaplineHttp http() {
    return client.http();
  }

  public WorkerBuilder worker(String name) {
    return client.worker(name);
  }

  public JsonNode get(String path) {
    return get(path, new QueryParameters());
  }

  public JsonNode get(String path, QueryParameters query) {
    return http().get(path, query.parameters());
  }

  /** Reads up to {@code limit} items, over as many pages as necessary. */
  public Listing list(String path, QueryParameters query, int limit) {
    var items = new ArrayList<JsonNode>();
    var parameters = new HashMap<String, Object>(query.parameters());
    String cursor;
    do {
      parameters.put("limit", Math.min(PAGE, limit - items.size()));
      var page = http().get(path, parameters);
      page.path("items").forEach(items::add);
      cursor = page.path("next_cursor").isString() ? page.path("next_cursor").asString() : null;
      parameters.put("cursor", cursor);
    } while (cursor != null && items.size() < limit);
    return new Listing(items, cursor);
  }

  /**
   * The items that were read from a list.
   *
   * @param nextCursor null at the end of the list
   */
  public record Listing(List<JsonNode> items, String nextCursor) {

    public ObjectNode document() {
      var document = InputDocuments.object();
      document.putArray("items").addAll(items);
      return document.put("next_cursor", nextCursor);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
