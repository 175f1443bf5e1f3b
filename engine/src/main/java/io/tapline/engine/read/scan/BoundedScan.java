package io.tapline.engine.read.scan;

import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Index scan after index scan, until enough subjects match or enough were looked at: a filter that
 * hardly any subject passes must not cost a scan of all of them.
 */
public final class BoundedScan {

  /**
   * So many subjects are looked at for one page, and to count them: each costs a look at its row.
   */
  public static final int MOST_LOOKS = 3_000;

  /** A next look is so many times as long as the one before. */
  private static final int STRIDE = 4;

  private final Tx tx;
  private final List<IndexScan> walks;
  private final int limit;
  private final int mostLooks;
  private final List<Long> found = new ArrayList<>();
  private ScanStop at = new ScanStop(0, null);
  private ScanStop onward;
  private int matching;
  private boolean foundBefore;

  /** In which walk, and how far it has come; before its first subject when there is no place. */
  public record ScanStop(int walk, IndexScan.ScanPlace place) {}

  public BoundedScan(Tx tx, List<IndexScan> walks, int limit, int mostLooks) {
    this.tx = tx;
    this.walks = walks;
    this.limit = limit;
    this.mostLooks = mostLooks;
  }

  public void from(ScanStop scanStop) {
    require(scanStop, walks);
    at = scanStop;
    // A page that ended in a walk was full of what it, or one before it, had found.
    foundBefore = !walks.get(scanStop.walk()).lastResort();
  }

  /** A cursor may come from elsewhere. */
  public static void require(ScanStop scanStop, List<IndexScan> walks) {
    if (scanStop.walk() < 0
        || scanStop.walk() >= walks.size()
        || scanStop.place() != null && !walks.get(scanStop.walk()).admits(scanStop.place())) {
      throw new RefusedException(
          Refusal.invalid("cursor", "is not one that a page of this list gave out"));
    }
  }

  /** The uids of those that match, in their order: a page of them. */
  public List<Long> found() {
    return found;
  }

  /** Where to go on; null at the end. */
  public ScanStop onward() {
    return onward;
  }

  /** How many match, of those that were looked at. */
  public int matching() {
    return matching;
  }

  /** Whether all were looked at. */
  public boolean ended() {
    return at.walk() == walks.size();
  }

  /** Until there is a page. */
  public void go() throws SQLException {
    go(false);
  }

  /** The same, and on to count those that match, as far as is looked. */
  public void count() throws SQLException {
    go(true);
  }

  private void go(boolean counting) throws SQLException {
    int looked = 0;
    int look = limit + 1;
    while (!ended() && looked < mostLooks && (counting || onward == null)) {
      look = Math.min(look, mostLooks - looked);
      var walk = walks.get(at.walk());
      if (walk.lastResort() && (matching > 0 || foundBefore)) {
        at = new ScanStop(at.walk() + 1, null);
        continue;
      }
      var scanLook = walk.look(tx, at.place() == null ? walk.start() : at.place(), look);
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
