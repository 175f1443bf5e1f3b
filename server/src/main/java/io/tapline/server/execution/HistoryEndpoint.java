package io.tapline.server.execution;

import io.tapline.api.Code;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.ValueShape;

/** An endpoint that pages through the history of the object that its path names. */
final class HistoryEndpoint {

  /** Reads one page of that history. */
  interface PageReader {
    Object read(long tenantId, String object, int limit, String cursor);
  }

  private HistoryEndpoint() {}

  /**
   * @param variable the path variable of the object
   * @param object its noun, for texts
   * @param page the shape of the answer
   */
  static Endpoint paged(
      String path,
      String variable,
      String object,
      String summary,
      ValueShape page,
      PageReader reader) {
    return WireFields.paged(Endpoint.get(path))
        .summary(summary)
        .path(variable, WireFields.KEY, object)
        .answers(page)
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    reader.read(
                        call.tenantId(), call.path(variable), call.limit(), call.cursor())));
  }
}
