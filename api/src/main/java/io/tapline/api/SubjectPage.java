package io.tapline.api;

import java.time.Instant;
import java.util.List;

/**
 * One page of a list of jobs. A page may be short and still have a next cursor, because the server
 * examines a limited number of jobs per page.
 *
 * @param total size of the whole list; on the first page only, null if it is not counted
 * @param found the objects that the searched EUID or worker key names
 */
public record SubjectPage(
    List<SubjectItem> items, String nextCursor, Total total, List<Found> found) {

  /**
   * Size of a list.
   *
   * @param exact false: {@code count} is a lower bound
   */
  public record Total(long count, boolean exact, Instant computedAt) {}

  /**
   * An object that matches a search.
   *
   * @param kind subject, lease, record, hold, dead_letter, worker, queue or the name of another
   *     template
   * @param subjectEuid the job that the object is or belongs to, if there is one
   */
  public record Found(String kind, String euid, String name, String subjectEuid) {}
}
