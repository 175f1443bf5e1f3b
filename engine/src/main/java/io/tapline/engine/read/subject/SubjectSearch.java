package io.tapline.engine.read.subject;

import io.tapline.api.SubjectPage;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.read.lineage.ObjectKind;
import io.tapline.engine.read.scan.IndexScan;
import io.tapline.engine.read.scan.SubjectMatch;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Interprets the text of a search box: the EUID of any object, the beginning of a name, a worker
 * key, a correlation id, an EUID of another system or a barcode; if nothing matches, a part of a
 * name.
 *
 * @param subjectUid the job that the text names or that its object belongs to; null for a scan
 * @param scans the scans to run
 * @param found the objects that the text names
 */
record SubjectSearch(Long subjectUid, List<IndexScan> scans, List<SubjectPage.Found> found) {

  private static final NamedSql FOUND =
      NamedSql.load(DecisionRows.class, "subject_search/found_by_uid");

  private record Row(
      String euid, String name, String templateCode, Long subjectUid, Long leaseUid, String key) {}

  static SubjectSearch search(Tx tx, TemplateCache templateCache, SubjectMatch match, String asked)
      throws SQLException {
    var text = asked.strip();
    var uid = EuidMint.uidOf(text.toUpperCase(Locale.ROOT));
    if (uid.isPresent()) {
      var named = byUid(tx, templateCache, uid.getAsLong());
      if (named != null && named.euid().equalsIgnoreCase(text)) {
        return ofObject(tx, templateCache, match, uid.getAsLong(), named);
      }
    }
    return ofText(tx, templateCache, match, text);
  }

  private static SubjectSearch ofObject(
      Tx tx, TemplateCache templateCache, SubjectMatch match, long uid, Row named)
      throws SQLException {
    var kind = ObjectKind.of(named.templateCode());
    var subject = subject(tx, templateCache, uid, named);
    var row = subject == null ? null : byUid(tx, templateCache, subject);
    var found =
        new SubjectPage.Found(
            kind(named, kind),
            named.euid(),
            named.name() != null ? named.name() : named.key(),
            row == null ? null : row.euid());
    return new SubjectSearch(
        subject,
        kind.equals("worker") ? List.of(IndexScan.ofWorker(match, uid)) : List.of(),
        List.of(found));
  }

  private static SubjectSearch ofText(
      Tx tx, TemplateCache templateCache, SubjectMatch match, String text) throws SQLException {
    var scans = new ArrayList<IndexScan>();
    scans.add(IndexScan.named(match, text));
    var unnamed = match.notNamed(text);
    scans.add(IndexScan.correlated(unnamed, text));
    var uncorrelated = unnamed.notCorrelated(text);
    scans.add(IndexScan.referred(uncorrelated, text));
    var neither = uncorrelated.notReferred(text);
    scans.add(IndexScan.withBarcode(neither, text));
    scans.add(IndexScan.withBulkyBarcode(neither, text));
    var worker = new DecisionRows(tx, templateCache).workers().uidByKey(text);
    if (worker == null) {
      scans.add(IndexScan.containing(neither, text));
      return new SubjectSearch(null, scans, List.of());
    }
    scans.add(IndexScan.ofWorker(neither, worker));
    var euid = byUid(tx, templateCache, worker).euid();
    return new SubjectSearch(
        null, scans, List.of(new SubjectPage.Found("worker", euid, text, null)));
  }

  private static Row byUid(Tx tx, TemplateCache templateCache, long uid) throws SQLException {
    var rows = tx.query(FOUND, row -> row(tx, templateCache, row), Map.of("uid", uid));
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static Row row(Tx tx, TemplateCache templateCache, ResultSet row) throws SQLException {
    return new Row(
        row.getString("euid"),
        row.getString("name"),
        templateCache.codeOf(tx, row.getLong("template_uid")),
        row.getObject("subject_uid", Long.class),
        row.getObject("lease_uid", Long.class),
        row.getString("key"));
  }

  /** From its row, from the lease of the object, or from lineage. */
  private static Long subject(Tx tx, TemplateCache templateCache, long uid, Row named)
      throws SQLException {
    if (named.subjectUid() != null) {
      return named.subjectUid();
    }
    if (named.leaseUid() != null) {
      return byUid(tx, templateCache, named.leaseUid()).subjectUid();
    }
    for (var relationship :
        List.of(
            LinkTypes.SUBJECT_HOLD,
            LinkTypes.SUBJECT_DEAD_LETTER,
            LinkTypes.SUBJECT_RECORD,
            LinkTypes.SUBJECT_PROPERTIES)) {
      var parent =
          new DecisionRows(tx, templateCache).subjectsOf(Set.of(uid), relationship).get(uid);
      if (parent != null) {
        return parent;
      }
    }
    return null;
  }

  /** A job of any template has the kind "subject" on the wire. */
  private static String kind(Row named, String word) {
    boolean work = named.subjectUid() != null && !word.equals("lease") && !word.equals("action");
    return work ? "subject" : word;
  }
}
