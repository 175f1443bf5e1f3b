package io.tapline.engine.testing;

import io.tapline.engine.model.ActionNote;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The rows of one tenant, read without row security and without the reads of the engine. */
public final class EvidenceRows {

  private final ScratchEngine test;
  private final long tenantId;

  public EvidenceRows(ScratchEngine test, long tenantId) {
    this.test = test;
    this.tenantId = tenantId;
  }

  /**
   * All rows of the tenant, instances of every kind and links, as a checksum for each table: equal,
   * or the comparison names the table that was changed.
   */
  public Map<String, String> checksum() {
    var tables = new TreeMap<String, String>();
    try (var connection = test.onlooker();
        var statement =
            connection.prepareStatement(
                """
                select t.storage_class as name,
                  count(*) || ' rows, md5 ' || md5(string_agg(t::text, '' order by t.uid)) as checksum
                from tapline.generic_instance t where t.tenant_id = ? group by 1
                union all
                select 'lineage_link', count(*) || ' rows, md5 '
                  || md5(string_agg(k::text, '' order by k.parent_uid, k.relationship, k.child_uid))
                from tapline.lineage_link k where k.tenant_id = ?
                """)) {
      statement.setLong(1, tenantId);
      statement.setLong(2, tenantId);
      try (var row = statement.executeQuery()) {
        while (row.next()) {
          tables.put(row.getString("name"), row.getString("checksum"));
        }
      }
      return tables;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The properties of an object. */
  public JsonNode properties(String euid) {
    return Json.parse(
        one(
            "select json_addl ->> 'properties' from tapline.generic_instance where tenant_id = ?"
                + " and euid = ?",
            tenantId,
            euid));
  }

  /** The whole of an object's row, so that any change of it is noticed. */
  public String row(String euid) {
    return one(
        "select i::text from tapline.generic_instance i where tenant_id = ?" + " and euid = ?",
        tenantId,
        euid);
  }

  /** When an object came to be. */
  public Instant createdAt(String euid) {
    return TimeText.parse(
        one(
            "select tapline.time_text(created_dt) from tapline.generic_instance"
                + " where tenant_id = ? and euid = ?",
            tenantId,
            euid));
  }

  /** The code of an object's template. */
  public String template(String euid) {
    return one(
        "select t.template_code from tapline.generic_instance i join tapline.generic_template t"
            + " on t.tenant_id = i.tenant_id and t.uid = i.template_uid"
            + " where i.tenant_id = ? and i.euid = ?",
        tenantId,
        euid);
  }

  /** The status of a lease, record, hold or worker, or the resolution of a dead letter. */
  public String status(String euid) {
    var properties = properties(euid);
    var status = properties.get("status");
    return (status != null ? status : properties.get("resolution_state")).asString();
  }

  /** The children of an object by one relationship, oldest first, through the one logical table. */
  public List<String> children(String parentEuid, String relationship) {
    return all(
        """
        select c.euid from tapline.generic_instance_lineage k
        join tapline.generic_instance p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
        join tapline.generic_instance c on c.tenant_id = k.tenant_id and c.uid = k.child_uid
        where k.tenant_id = ? and p.euid = ? and k.relationship = ? order by c.uid
        """,
        tenantId,
        parentEuid,
        relationship);
  }

  /** The parents of an object by one relationship. */
  public List<String> parents(String childEuid, String relationship) {
    return all(
        """
        select p.euid from tapline.generic_instance_lineage k
        join tapline.generic_instance p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
        join tapline.generic_instance c on c.tenant_id = k.tenant_id and c.uid = k.child_uid
        where k.tenant_id = ? and c.euid = ? and k.relationship = ? order by p.uid
        """,
        tenantId,
        childEuid,
        relationship);
  }

  /** Every link that one of these objects is an end of, as parent, relationship and child. */
  public List<String> links(List<String> euids) {
    return all(
        """
        select p.euid || ' ' || k.relationship || ' ' || c.euid from tapline.generic_instance_lineage k
        join tapline.generic_instance p on p.tenant_id = k.tenant_id and p.uid = k.parent_uid
        join tapline.generic_instance c on c.tenant_id = k.tenant_id and c.uid = k.child_uid
        where k.tenant_id = ? and (p.euid = any(?) or c.euid = any(?)) order by 1
        """,
        tenantId,
        euids.toArray(String[]::new),
        euids.toArray(String[]::new));
  }

  /** The EUID of the queue that holds the key now. */
  public String queue(String queueKey) {
    return one(
        "select euid from tapline.instance_registry where tenant_id = ? and object_key = ?"
            + " and json_addl #>> '{properties,queue_key}' is not null",
        tenantId,
        queueKey);
  }

  /** In how many transactions these objects were last written. */
  public int transactions(String... euids) {
    return Integer.parseInt(
        one(
            "select count(distinct xmin::text) from (select uid, xmin, tenant_id from"
                + " tapline.attempt union all select record_uid, xmin, tenant_id from"
                + " tapline.attempt union all select action_uid, xmin, tenant_id from"
                + " tapline.attempt union all select uid, xmin, tenant_id from"
                + " tapline.fact_row) t where tenant_id = ? and uid = any(?)",
            tenantId,
            Stream.of(euids).map(euid -> EuidMint.uidOf(euid).getAsLong()).toArray(Long[]::new)));
  }

  /** Every action on a subject, oldest first; heartbeats and renewals are kept elsewhere. */
  public List<ActionNote> actions(String subjectEuid) {
    return all(
            """
            select a.json_addl ->> 'properties' from tapline.instance_action a
            join tapline.instance_subject s on s.tenant_id = a.tenant_id and s.uid = a.subject_uid
            where a.tenant_id = ? and s.euid = ? order by a.uid
            """,
            tenantId,
            subjectEuid)
        .stream()
        .map(text -> Json.read(text, ActionNote.class))
        .toList();
  }

  /** The newest action on a subject. */
  public ActionNote lastAction(String subjectEuid) {
    var actions = actions(subjectEuid);
    return actions.get(actions.size() - 1);
  }

  /**
   * Number of claimable subjects of a queue: the visibility rule in plain SQL over envelope and
   * lineage, written independently of the engine's predicate.
   */
  public int depth(String queueKey) {
    return Integer.parseInt(
        one(
            """
            with s as (
              select s.uid, s.json_addl #> '{properties,execution}' as e,
                (select max(l.expires_at) from tapline.generic_instance_lineage k
                  join tapline.instance_lease l on l.tenant_id = k.tenant_id and l.uid = k.child_uid
                  where k.tenant_id = s.tenant_id and k.parent_uid = s.uid
                    and k.relationship = 'execution_subject_lease'
                    and l.status = 'ACTIVE') as leased_until,
                (select count(*) from tapline.generic_instance_lineage k
                  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
                  where k.tenant_id = s.tenant_id and k.parent_uid = s.uid
                    and k.relationship = 'execution_subject_hold'
                    and h.json_addl #>> '{properties,status}' = 'ACTIVE') as holds
              from tapline.instance_subject s where s.tenant_id = ?)
            select count(*) from s where e ->> 'next_queue_key' = ?
              and (e ->> 'state' in ('READY', 'FAILED_RETRYABLE')
                or e ->> 'state' = 'RUNNING' and leased_until <= tapline.time_text(tapline.clock()))
              and (e ->> 'terminal')::boolean is not true and (e ->> 'cancel_requested')::boolean is not true
              and e ->> 'hold_state' is distinct from 'ACTIVE' and holds = 0
              and coalesce(e ->> 'retry_at', e ->> 'ready_at') <= tapline.time_text(tapline.clock())
              and (leased_until is null or leased_until <= tapline.time_text(tapline.clock()))
            """,
            tenantId,
            queueKey));
  }

  /** The database's clock, as the engine reads it. */
  public java.time.Instant now() {
    return java.time.Instant.parse(one("select tapline.time_text(tapline.clock())"));
  }

  /** Changes rows behind the engine's back; the tenant is the first parameter. */
  public void tamper(String sql) {
    try (var admin = test.onlooker();
        var statement = admin.prepareStatement(sql)) {
      statement.setObject(1, tenantId);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String one(String sql, Object... parameters) {
    var found = all(sql, parameters);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " rows for " + List.of(parameters));
    }
    return found.get(0);
  }

  private List<String> all(String sql, Object... parameters) {
    try (var admin = test.onlooker();
        var statement = admin.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (var rows = statement.executeQuery()) {
        var found = new ArrayList<String>();
        while (rows.next()) {
          found.add(rows.getString(1));
        }
        return found;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
