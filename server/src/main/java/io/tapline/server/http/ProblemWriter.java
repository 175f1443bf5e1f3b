package io.tapline.server.http;

import com.zaxxer.hikari.pool.HikariPool;
import io.tapline.api.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Whatever went wrong, as problem details. The only place that decides it. */
@Component
public final class ProblemWriter {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemWriter.class);

  /** Logged as actions are: a line for each where a collector reads the log. */
  private static final Logger REQUESTS = LoggerFactory.getLogger("tapline.request");

  private static final OutageLog OUTAGE = new OutageLog();

  /** Long enough for a failed-over database or a restarted server. */
  static final String RETRY_AFTER_SECONDS = "2";

  HttpAnswer response(Problem problem, HttpServletRequest request) {
    return response(problem, request, Map.of());
  }

  HttpAnswer response(Problem problem, HttpServletRequest request, Map<String, String> headers) {
    var all = new TreeMap<>(headers);
    headersOf(problem).forEach(all::putIfAbsent);
    if (!ProblemPage.wanted(request)) {
      return json(problem).headers(all);
    }
    var signIn = ProblemPage.signIn(problem, request);
    return signIn != null ? HttpAnswer.seeOther(signIn) : page(problem).headers(all);
  }

  private static HttpAnswer.Immediate json(Problem problem) {
    return HttpAnswer.bytes(problem.status(), Problem.MEDIA_TYPE, Json.bytes(problem));
  }

  private static HttpAnswer.Immediate page(Problem problem) {
    return HttpAnswer.bytes(problem.status(), ProblemPage.MEDIA_TYPE, ProblemPage.render(problem));
  }

  /**
   * Writes a fault outside the endpoints, or of an answer that came later, in place of an answer.
   */
  void write(Throwable thrown, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var problem = problem(thrown, request);
    response.reset();
    SecurityHeaders.apply(request.isSecure(), response);
    RequestId.apply(request, response);
    var answer = ProblemPage.wanted(request) ? page(problem) : json(problem);
    answer.headers(headersOf(problem)).write(request, response);
  }

  static Map<String, String> headersOf(Problem problem) {
    return switch (problem.status()) {
      case 401 -> Map.of("WWW-Authenticate", "Bearer");
      case 429 -> Map.of("Retry-After", String.valueOf(problem.more().get("retry_after_seconds")));
      case 503 -> Map.of("Retry-After", RETRY_AFTER_SECONDS);
      default -> Map.of();
    };
  }

  Problem problem(Throwable thrown, HttpServletRequest request) {
    var problem = judge(thrown, request.getMethod() + " " + path(request));
    PermissionLog.note(request, problem.code(), problem.detail());
    logRefusal(unwrapped(thrown), problem, request);
    return request.getAttribute(Endpoint.class.getName()) instanceof Endpoint endpoint
        ? endpoint.dialect().say(problem)
        : problem;
  }

  /**
   * One line for a request that was refused before it became an action, with the code and the field
   * only: the words of a refusal may quote the request. Actions that the engine refuses have lines
   * of their own, refused permissions too, and strangers without a token are counted only.
   */
  private static void logRefusal(Throwable thrown, Problem problem, HttpServletRequest request) {
    boolean ofEngine =
        thrown instanceof RefusedException refused
            && refused.refusal().code() != Code.VALIDATION_FAILED;
    if (ofEngine
        || problem.status() >= 500
        || problem.status() == 401
        || PermissionLog.covers(problem.code())) {
      return;
    }
    REQUESTS
        .atInfo()
        .addKeyValue("request", request.getMethod() + " " + path(request))
        .addKeyValue("principal", request.getAttribute(Authenticator.CALLER))
        .addKeyValue("status", problem.status())
        .addKeyValue("code", problem.code())
        .addKeyValue("field", problem.field())
        .log("request refused");
  }

  /**
   * @param what was asked for, as the log is to name it
   */
  public static Problem judge(Throwable thrown, String what) {
    var cause = unwrapped(thrown);
    if (cause instanceof RefusedException refused) {
      return Problem.of(refused.refusal());
    }
    if (cause instanceof ProblemException problem) {
      return problem.problem();
    }
    if (cause instanceof IOException) {
      return Problem.of(
          ProblemCode.MALFORMED_REQUEST, "the request broke off before its body was complete");
    }
    if (cause instanceof StoreException locked && locked.isLockNotAvailable() && locked.worded()) {
      LOG.warn("{} gave up: {}", what, locked.getMessage());
      return Problem.of(ProblemCode.UNAVAILABLE, locked.getMessage());
    }
    if (cause instanceof StoreException store
        && store.sqlState() != null
        && UNSTORABLE.contains(store.sqlState())) {
      return Problem.of(
          ProblemCode.VALIDATION_FAILED,
          "a text of the request has a NUL character, which cannot be kept or looked for; leave it"
              + " out");
    }
    if (passing(cause)) {
      OUTAGE.note(what, cause);
      return Problem.of(
          ProblemCode.UNAVAILABLE,
          "the database did not answer; nothing is lost, send the same request again");
    }
    var incident = UUID.randomUUID().toString();
    LOG.error("incident {}: {}", incident, what, cause);
    return Problem.of(
        ProblemCode.INTERNAL_ERROR,
        "a fault of the server's own; its log has it as incident " + incident);
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Without the query, which may hold what people type. */
  private static String path(HttpServletRequest request) {
    return StrictText.shorten(request.getRequestURI());
  }

  /** PostgreSQL has no NUL in texts, nor as an escape in JSON. */
  private static final Set<String> UNSTORABLE = Set.of("22021", "22P05");

  /**
   * A lock, a statement and a silence within a transaction that took longer than a serving session
   * may, and a database that cannot be written to: a standby before its promotion.
   */
  private static final Set<String> OUT_OF_TIME = Set.of("55P03", "57014", "25P03", "25006");

  /**
   * Connections that broke, databases that stop or start, transactions that were picked to yield.
   */
  private static boolean passing(Throwable cause) {
    if (cause instanceof HikariPool.PoolInitializationException) {
      return true;
    }
    if (!(cause instanceof StoreException store)) {
      return false;
    }
    var state = store.sqlState();
    return store.getCause() instanceof SQLTransientConnectionException
        || state != null
            && (OUT_OF_TIME.contains(state)
                || state.startsWith("08")
                || state.startsWith("40")
                || state.startsWith("53")
                || state.startsWith("57P"));
  }
}
