package io.tapline.engine.testing;

import java.util.List;

/**
 * Changes of subjects behind the engine's back: columns are set, and those that follow from them
 * are written anew (SubjectColumns.java), so that the row is one that the writer could have
 * written.
 */
public final class TamperedSubjects {

  /** The hints taken away. */
  public static final String NO_CACHE =
      "delayed = null, settled = null, cached_queue_key = null, cached_at = null";

  /** The hints wrong. */
  public static final String FALSE_CACHE =
      "delayed = true, cached_queue_key = 'elsewhere', cached_at = '1999-01-01T00:00:00.000000Z'";

  private static final String CLAIMABLE =
      "s.exec_state in ('R', 'T') and s.hold_state is distinct from 'ACTIVE' and"
          + " s.cancel_requested is distinct from true and s.terminal is distinct from true and"
          + " s.lease_uid is null";

  private static final String FOLLOWING =
      "visible_from = coalesce(s.retry_at, s.ready_at), ready_queue_key = case when "
          + CLAIMABLE
          + " and s.delayed is distinct from true then s.exec_queue_key end, delayed_queue_key ="
          + " case when "
          + CLAIMABLE
          + " and s.delayed then s.exec_queue_key end, parked_as = case when s.exec_state in"
          + " ('H', 'W', 'P', 'T', 'F', 'X') then s.exec_state::text || ' ' ||"
          + " coalesce(s.exec_queue_key, '') end,"
          + " deadline_at = case when s.terminal is distinct from true and s.exec_state is distinct"
          + " from 'H' then s.deadline end, unsettled_in = case when s.exec_state in ('P', 'C',"
          + " 'F', 'X') and s.settled is distinct from true then"
          + " s.workflow_uid end, retirable = s.evidence_until";

  private TamperedSubjects() {}

  /** The statements, each with the tenant as its parameter. */
  public static List<String> set(String columns) {
    return List.of(update(columns), update(FOLLOWING));
  }

  private static String update(String columns) {
    return "update tapline.subject s set " + columns + " where s.tenant_id = ?";
  }
}
