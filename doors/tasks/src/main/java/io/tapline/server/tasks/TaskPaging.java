package io.tapline.server.tasks;

import io.tapline.api.Page;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;

/** The requested part of a list; {@code limit} 0 only counts. */
record TaskPaging(int limit, int offset) {

  static TaskPaging of(EndpointCall call) {
    return new TaskPaging(
        within(call, "limit", Page.DEFAULT_LIMIT, Page.MAX_LIMIT),
        within(call, "offset", 0, Integer.MAX_VALUE));
  }

  private static int within(EndpointCall call, String name, int ifAbsent, int most) {
    int value = call.whole(name, ifAbsent);
    if (value < 0 || value > most) {
      throw ProblemException.invalid(name, value + " is not between 0 and " + most);
    }
    return value;
  }

  static Endpoint.Builder declare(Endpoint.Builder endpoint) {
    return endpoint
        .query(
            "limit", ValueShape.whole(0, Page.MAX_LIMIT), "items per page; 0: only the" + " total")
        .query(
            "offset",
            ValueShape.whole(0, Integer.MAX_VALUE),
            "the number of items before" + " the page");
  }
}
