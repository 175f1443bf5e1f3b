package io.tapline.server.http;

import io.tapline.api.Code;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.database.ConnectionShare;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpMethod;

/**
 * One endpoint, declared once: routing, the role check, the validation of parameters and the
 * description of the API derive from it.
 *
 * @param body the fields of the JSON object in the body; null when there is none
 * @param lenient whether unknown fields of the body are ignored instead of refused
 * @param batch maximum number of such objects as {@code items}; 0 for none
 * @param beside fields of the body or the answer that are siblings of {@code items}
 * @param mostBytes maximum size of the body
 * @param bodySeats the threads that read bodies of unauthenticated clients, when the endpoint is
 *     open
 * @param headers request headers that this endpoint uses
 * @param share the share of the database connections of its requests
 * @param successes the statuses of successful answers
 * @param silent the successful statuses without a body
 * @param dialect the format of its problems
 * @param refusals the codes of this endpoint, beside those of every endpoint
 */
public record Endpoint(
    HttpMethod method,
    String path,
    String summary,
    EndpointAccess access,
    List<ApiField> pathFields,
    List<ApiField> query,
    List<ApiField> headers,
    List<ApiField> body,
    boolean lenient,
    int batch,
    Set<String> beside,
    int mostBytes,
    LimitedResource bodySeats,
    ConnectionShare share,
    ValueShape answer,
    List<Integer> successes,
    Set<Integer> silent,
    ProblemDialect dialect,
    Set<ProblemCode> refusals,
    EndpointHandler handler) {

  public static Builder get(String path) {
    return new Builder(HttpMethod.GET, path);
  }

  public static Builder post(String path) {
    return new Builder(HttpMethod.POST, path);
  }

  public static Builder put(String path) {
    return new Builder(HttpMethod.PUT, path);
  }

  public static Builder patch(String path) {
    return new Builder(HttpMethod.PATCH, path);
  }

  public static Builder delete(String path) {
    return new Builder(HttpMethod.DELETE, path);
  }

  /** Every code of its answers: its own, and those of every endpoint. */
  public Set<ProblemCode> allRefusals() {
    var all = new LinkedHashSet<>(refusals);
    all.add(ProblemCode.VALIDATION_FAILED);
    all.add(ProblemCode.UNAVAILABLE);
    all.add(ProblemCode.INTERNAL_ERROR);
    if (!access.open()) {
      all.add(ProblemCode.UNAUTHENTICATED);
      all.add(ProblemCode.FORBIDDEN);
      all.add(ProblemCode.RATE_LIMITED);
      if (method != HttpMethod.GET) {
        all.add(ProblemCode.CSRF_REFUSED);
      }
    }
    if (body != null) {
      all.add(ProblemCode.MALFORMED_REQUEST);
      all.add(ProblemCode.UNSUPPORTED_MEDIA_TYPE);
      all.add(ProblemCode.PAYLOAD_TOO_LARGE);
      all.add(ProblemCode.REQUEST_TIMEOUT);
    }
    return all;
  }

  /**
   * Returns the problem. An undeclared code is an error in the table, which the assertion detects
   * in tests.
   */
  public Problem declared(Problem problem) {
    assert allRefusals().stream().anyMatch(code -> code.name().equals(problem.code()))
        : this + " does not declare " + problem.code() + " (" + problem.detail() + ")";
    return problem;
  }

  @Override
  public String toString() {
    return method + " " + path;
  }

  /** Every role may use the endpoint by default. */
  public static final class Builder {

    private final HttpMethod method;
    private final String path;
    private final List<ApiField> pathFields = new ArrayList<>();
    private final List<ApiField> query = new ArrayList<>();
    private final List<ApiField> headers = new ArrayList<>();
    private final Set<ProblemCode> refusals = new LinkedHashSet<>();
    private String summary;
    private EndpointAccess access = EndpointAccess.EVERY_ROLE;
    private List<ApiField> body;
    private boolean lenient;
    private int batch;
    private Set<String> beside = Set.of();
    private Integer mostBytes;
    private LimitedResource bodySeats = LimitedResource.SIGN_IN_BODIES;
    private ConnectionShare share = ConnectionShare.ORDINARY;
    private ValueShape answer;
    private List<Integer> successes = List.of(200);
    private Set<Integer> silent = Set.of();
    private ProblemDialect dialect = ProblemDialect.OWN;

    private Builder(HttpMethod method, String path) {
      this.method = method;
      this.path = path;
    }

    public Builder summary(String text) {
      this.summary = text;
      return this;
    }

    public Builder access(EndpointAccess who) {
      this.access = who;
      return this;
    }

    /** A variable of the path, in braces there. */
    public Builder path(String name, ValueShape shape, String about) {
      pathFields.add(ApiField.required(name, shape, about));
      return this;
    }

    public Builder query(String name, ValueShape shape, String about) {
      query.add(ApiField.optional(name, shape, about));
      return this;
    }

    public Builder header(String name, ValueShape shape, String about) {
      headers.add(ApiField.optional(name, shape, about));
      return this;
    }

    public Builder body(List<ApiField> fields) {
      this.body = List.copyOf(fields);
      return this;
    }

    /** A body whose unknown fields are ignored, for clients that send more. */
    public Builder lenientBody(List<ApiField> fields) {
      this.lenient = true;
      return body(fields);
    }

    /** Permits several bodies in one request, as {@code items}. */
    public Builder batch(int most) {
      this.batch = most;
      return this;
    }

    /** Declares fields of the body or the answer that are siblings of {@code items}. */
    public Builder besideItems(String... names) {
      this.beside = Set.of(names);
      return this;
    }

    /** Permits a larger body than usual for its kind of endpoint. */
    public Builder mostBytes(int bytes) {
      this.mostBytes = bytes;
      return this;
    }

    /** Replaces the sign-in threads as the readers of bodies of unauthenticated clients. */
    public Builder bodySeats(LimitedResource seats) {
      this.bodySeats = seats;
      return this;
    }

    /** Replaces the share of ordinary requests. */
    public Builder share(ConnectionShare other) {
      this.share = other;
      return this;
    }

    private int bodyLimit() {
      if (mostBytes != null) {
        return mostBytes;
      }
      if (access.open()) {
        return BodyReader.MOST_BYTES_OF_STRANGERS;
      }
      return batch > 0 ? BodyReader.MOST_BYTES : BodyReader.MOST_BYTES_OF_ONE;
    }

    public Builder answers(ValueShape shape) {
      this.answer = shape;
      return this;
    }

    /** Replaces the status 200. */
    public Builder succeedsWith(Integer... statuses) {
      this.successes = List.of(statuses);
      return this;
    }

    /** Declares statuses without a body. */
    public Builder silentWith(Integer... statuses) {
      this.silent = Set.of(statuses);
      return this;
    }

    public Builder dialect(ProblemDialect words) {
      this.dialect = words;
      return this;
    }

    public Builder refuses(Code... codes) {
      for (var code : codes) {
        refusals.add(ProblemCode.of(code));
      }
      return this;
    }

    public Builder refuses(ProblemCode... codes) {
      refusals.addAll(List.of(codes));
      return this;
    }

    public Endpoint handledBy(EndpointHandler handler) {
      return new Endpoint(
          method,
          path,
          summary,
          access,
          List.copyOf(pathFields),
          List.copyOf(query),
          List.copyOf(headers),
          body,
          lenient,
          batch,
          beside,
          bodyLimit(),
          bodySeats,
          share,
          answer,
          successes,
          silent,
          dialect,
          Set.copyOf(refusals),
          handler);
    }
  }
}
