-- Enqueue of jobs as one statement (docs/adr/0041).

-- name: enqueue
-- New jobs with their search keys and their actions; {rows} are the inserts, each of which is a part of this statement (BatchInsert.java).
-- Java decided on queues that it had read, with identifiers that it had allocated; the statement checks that the queues are unchanged and
-- that enqueue is enabled (kill switch), and writes everything or nothing. It is a transaction of its own, preceded by the tenant's
-- settings. A repeated key violates the unique index action_replay; the general path turns this error into an answer.
--
-- The statement reads the clock once. Where a document must contain this time, Java has written the time of the decision, :decided, which
-- the statement replaces.
with moment as materialized (
  select m.at, tapline.time_text(m.at) as now, tapline.feed_key() as feed_key, :decided::text as decided
  from (select tapline.clock() as at) m),
-- xmin changes with every update of a row. Between :earliest and :latest, a job that was decided to be ready or delayed is still so.
known as materialized (
  select m.at >= :earliest::timestamptz and m.at < :latest::timestamptz
    and (select count(*) from unnest(:uids::bigint[], :versions::xid[]) as k(uid, version)
      cross join lateral (
        select o.xmin as version from tapline.instance_registry o
        where o.tenant_id = :tenant and o.uid between k.uid and k.uid
        order by o.uid limit 1) o
      where o.version = k.version) = cardinality(:uids::bigint[])
    and coalesce((select (o.json_addl #>> '{properties,enabled}')::boolean from tapline.instance_registry o
      where o.tenant_id = :tenant and o.template_uid = :setting and o.object_key = :switch), true) as unchanged
  from moment m),
-- Identifiers for the next statement.
drawn as materialized (
  select array_agg(nextval(s.name)) as uids from tapline.uid_sequence(:tenant) as s(name), generate_series(1, :count)){rows}
select m.now, k.unchanged, d.uids from moment m cross join known k cross join drawn d
