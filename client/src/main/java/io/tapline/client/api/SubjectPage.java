package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** One page of subjects. It may be short and have a next one. */
public record SubjectPage(
    List<SubjectItem> items, String nextCursor, Total total, List<Found> found) {

  /** How many there are in all; on the first page only, where it is counted. */
  public record Total(long count, boolean exact, Instant computedAt) {}

  /** An object that was searched for, and the subject that it is about. */
  public record Found(String kind, String euid, String name, String subjectEuid) {}
}
