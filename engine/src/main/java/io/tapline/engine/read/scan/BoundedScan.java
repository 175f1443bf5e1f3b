package io.tapline.engine.read.scan;

import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs index scans in sequence until enough jobs match or enough were read: a filter that matches
 * few jobs must not cause a scan of all.
 */
public final class BoundedScan {

  /** Maximum number of jobs read for one page or count: each costs a row read. */
  public static final int MOST_LOOKS = 3_000;

  /** Growth factor of successive reads. */
  private static final int STRIDE = 4;

  private final Tx tx;
  private final List<IndexScan> scans;
  private final int limit;
  private final int mostLooks;
  private final List<Long> found = new ArrayList<>();
  private ScanStop at = new ScanStop(0, null);
  private ScanStop onward;
  private int matching;
  private boolean foundBefore;

  /** The current scan and its position; a null position is before its first job. */
  public record ScanStop(int walk, IndexScan.ScanPlace place) {}

  public BoundedScan(Tx tx, List<IndexScan> scans, int limit, int mostLooks) {
    this.tx = tx;
    this.scans = scans;
    this.limit = limit;
    this.mostLooks = mostLooks;
  }

  public void from(ScanStop scanStop) {
    require(scanStop, scans);
    at = scanStop;
    // A page that ended in a scan was filled by this scan or an earlier one.
    foundBefore = !scans.get(scanStop.walk()).lastResort();
  }

  /** Validates a cursor, which may come from another list. */
  public static void require(ScanStop scanStop, List<IndexScan> scans) {
    if (scanStop.walk() < 0
        || scanStop.walk() >= scans.size()
        || scanStop.place() != null && !scans.get(scanStop.walk()).admits(scanStop.place())) {
      throw RefusedException.invalid(
          "cursor", "is not a cursor of this list; send a next_cursor that a page returned");
    }
  }

  /** The uids of the matching jobs of the page, in order. */
  public List<Long> found() {
    return found;
  }

  /** The position to continue from; null at the end. */
  public ScanStop onward() {
    return onward;
  }

  /** Number of matches among the jobs that were read. */
  public int matching() {
    return matching;
  }

  /** Whether all jobs were read. */
  public boolean ended() {
    return at.walk() == scans.size();
  }

  /** Reads until the page is full. */
  public void go() throws SQLException {
    go(false);
  }

  /** Reads the page and continues to count matches, up to the maximum. */
  public void count() throws SQLException {
    go(true);
  }

  private void go(boolean counting) throws SQLException {
    int looked = 0;
    int look = limit + 1;
    while (!ended() && looked < mostLooks && (counting || onward == null)) {
      look = Math.min(look, mostLooks - looked);
      var scan = scans.get(at.walk());
      if (scan.lastResort() && (matching > 0 || foundBefore)) {
        at = new ScanStop(at.walk() + 1, null);
        continue;
      }
      var scanLook = scan.look(tx, at.place() == null ? scan.start() : at.place(), look);
      scanLook.subjects().forEach(this::take);
      looked += scanLook.looked();
      if (scanLook.ended()) {
        at = new ScanStop(at.walk() + 1, null);
      }
      look = look * STRIDE;
    }
    if (onward == null && !ended()) {
      onward = at;
    }
  }

  private void take(IndexScan.ScannedSubject scannedSubject) {
    if (scannedSubject.matches()) {
      matching++;
      if (found.size() < limit) {
        found.add(scannedSubject.uid());
      } else if (onward == null) {
        onward = at;
      }
    }
    at = new ScanStop(at.walk(), scannedSubject.place());
  }
}
