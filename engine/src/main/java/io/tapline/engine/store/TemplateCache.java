package io.tapline.engine.store;

import io.tapline.api.ActionName;
import io.tapline.api.DomainKey;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Looks up the templates of the engine's own instances by their codes. */
public final class TemplateCache {

  public static final String QUEUE = "data/execution/queue/1.0";
  public static final String JOB = "data/execution/job/1.0";
  public static final String LEASE = "data/execution/queue_lease/1.0";
  public static final String RECORD = "data/execution/execution_record/1.0";
  public static final String HOLD = "data/execution/hold/1.0";
  public static final String DEAD_LETTER = "data/execution/dead_letter/1.0";
  public static final String PROPERTIES = "data/execution/properties/1.0";
  public static final String QUEUE_SAMPLE = "data/execution/queue_sample/1.0";
  public static final String ASKED_QUEUES = "data/execution/asked_queues/1.0";
  public static final String WORKFLOW = "data/execution/workflow/1.0";
  public static final String SUBSCRIPTION = "data/execution/subscription/1.0";
  public static final String SETTING = "data/execution/setting/1.0";
  public static final String CALLBACK_SECRET = "data/execution/callback_secret/1.0";
  public static final String WEBHOOK = "data/execution/webhook/1.0";
  public static final String WEBHOOK_POSITION = "data/execution/webhook_position/1.0";
  public static final String WEBHOOK_LETTER = "data/execution/webhook_dead_letter/1.0";
  public static final String WORKER = "actor/system/worker/1.0";
  public static final String TOKEN = "actor/system/token/1.0";
  public static final String SESSION = "actor/system/session/1.0";
  public static final String PRINCIPAL = "actor/system/principal/1.0";

  private final TapDb tapDb;

  public TemplateCache(TapDb tapDb) {
    this.tapDb = tapDb;
  }

  public Template template(Tx tx, String code) throws SQLException {
    return tapDb
        .templates()
        .byCode(tx, code)
        .orElseThrow(
            () ->
                new IllegalStateException("tenant " + tx.tenantId() + " has no template " + code));
  }

  /** Null when there is none: callers name the templates of jobs. */
  public Template find(Tx tx, String code) throws SQLException {
    return tapDb.templates().byCode(tx, code).orElse(null);
  }

  public String codeOf(Tx tx, long templateUid) throws SQLException {
    return byUid(tx, templateUid).code();
  }

  public Template byUid(Tx tx, long templateUid) throws SQLException {
    return tapDb
        .templates()
        .byUid(tx, templateUid)
        .orElseThrow(() -> new IllegalStateException("no template " + templateUid));
  }

  public Template action(Tx tx, ActionName name) throws SQLException {
    return template(tx, templateCode(name));
  }

  /** The template of an action of the engine or of a pack. */
  static String templateCode(ActionName name) {
    return name instanceof DomainKey domain ? actionOf(domain) : actionCode(name);
  }

  /** The template of one of the engine's own actions. */
  public static String actionCode(ActionName name) {
    return "action/execution/" + name.wire() + "/1.0";
  }

  /** The template of a pack's action. */
  public static String actionOf(DomainKey key) {
    return "action/domain/" + key.wire() + "/1.0";
  }
}
