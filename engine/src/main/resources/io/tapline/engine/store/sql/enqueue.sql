-- New work as one statement (docs/adr/0041).

-- name: enqueue
-- New jobs with their search keys and their actions; {rows} are the inserts, each of which is a part of this statement (BatchInsert.java).
-- Java has decided on queues that it read before, with identifiers that it drew before; the statement checks that the queues are still those of
-- the decision and that the kill switch is on, and writes everything or nothing. It is a transaction of its own, with the tenant's settings
-- in front of it. A key that was used before is an error of the unique index action_replay, which the general path turns into an answer.
--
-- The statement has one reading of the clock. The rows have the time of the decision, :decided, where they are to have this one.
with moment as materialized (
  select m.at, tapline.time_text(m.at) as now, tapline.feed_key() as feed_key, :decided::text as decided
  from (select tapline.clock() as at) m),
-- xmin is another after every change of a row. Work that was decided to be ready, or to be delayed, still is.
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
