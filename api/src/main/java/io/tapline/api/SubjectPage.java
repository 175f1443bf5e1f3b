package io.tapline.api;

import java.time.Instant;
import java.util.List;

/**
 * One page of a list of subjects. It may be short and have a next one: so many are looked at for a
 * page, whether they match or not.
 *
 * @param total of the whole list; on its first page only, null where it is not counted
 * @param found what the searched EUID or worker key names
 */
public record SubjectPage(
    List<SubjectItem> items, String nextCursor, Total total, List<Found> found) {

  /**
   * How many there are.
   *
   * @param exact false: there are at least so many
   */
  public record Total(long count, boolean exact, Instant computedAt) {}

  /**
   * An object that was searched for.
   *
   * @param kind subject, lease, record, hold, dead_letter, worker, queue or another template's name
   * @param subjectEuid the subject that it is, or is about, if there is one
   */
  public record Found(String kind, String euid, String name, String subjectEuid) {}
}
