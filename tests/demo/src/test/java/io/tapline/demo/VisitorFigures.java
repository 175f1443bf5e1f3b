package io.tapline.demo;

import io.tapline.api.ExecutionState;
import io.tapline.api.SubjectItem;
import io.tapline.client.TaplineClient;
import io.tapline.client.api.SubjectFilter;
import java.util.ArrayList;
import java.util.List;

/** Counts subjects over all pages of a list. */
final class VisitorFigures {

  private VisitorFigures() {}

  static List<SubjectItem> all(TaplineClient visitor, SubjectFilter filter) {
    var all = new ArrayList<SubjectItem>();
    var page = visitor.subjects().list(filter.limit(500));
    all.addAll(page.items());
    while (page.nextCursor() != null) {
      page = visitor.subjects().list(filter.cursor(page.nextCursor()));
      all.addAll(page.items());
    }
    return all;
  }

  static List<SubjectItem> of(TaplineClient visitor, String templateCode) {
    return all(visitor, SubjectFilter.all().template(templateCode));
  }

  static long in(List<SubjectItem> items, ExecutionState state) {
    return items.stream().filter(item -> item.state() == state).count();
  }
}
