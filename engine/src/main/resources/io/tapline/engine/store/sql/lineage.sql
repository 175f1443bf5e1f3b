-- Lineage of domain objects: parents, children and makers.

-- name: named_objects
-- Jobs and registered objects that a pack's action names, in full. The order and BETWEEN keep each look-up at its primary key, regardless of the
-- planner's statistics (docs/adr/0005).
select o.uid, o.euid, o.template_uid, o.name, o.storage_class,
  ((o.json_addl -> 'properties') - 'execution')::text as properties,
  o.json_addl #>> '{properties,execution}' as execution
from unnest(:uids) as requested(uid)
cross join lateral (
  select * from tapline.generic_instance s
  where s.storage_class in ('subject', 'registry') and s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) o

-- name: related_parents
-- The parents of some objects by certain relationships. The statement reads single links only: the links of claims and actions belong to
-- the engine. The limit is far above the dozens of links that a decision needs.
select k.child_uid as near_uid, k.relationship, k.parent_uid as far_uid
from unnest(:uids) as requested(uid)
cross join unnest(:relationships) as r(relationship)
cross join lateral (
  select l.* from tapline.lineage_link l
  where l.tenant_id = :tenant and l.child_uid between requested.uid and requested.uid and l.relationship = r.relationship
  order by l.child_uid, l.relationship, l.parent_uid
  limit 10000) k
order by near_uid, k.relationship, far_uid

-- name: related_children
-- The children of some objects by certain relationships. The statement reads single links only: the links of claims and actions belong to
-- the engine. The limit is far above the dozens of links that a decision needs.
select k.parent_uid as near_uid, k.relationship, k.child_uid as far_uid
from unnest(:uids) as requested(uid)
cross join unnest(:relationships) as r(relationship)
cross join lateral (
  select l.* from tapline.lineage_link l
  where l.tenant_id = :tenant and l.parent_uid between requested.uid and requested.uid and l.relationship = r.relationship
  order by l.parent_uid, l.relationship, l.child_uid
  limit 10000) k
order by near_uid, k.relationship, far_uid

-- name: made_from_down
-- The objects made from these objects, one step down: by links of the domain, and as outputs of attempts. The attempt itself is not
-- returned (made_by returns it as the maker of its output): its link to the output is returned as a link from the job to the output, the
-- form in which retention stores it (retention.sql#keep_outputs). The links of execution, to leases, holds, queues and workers, are
-- excluded.
(select k.parent_uid, k.relationship, k.child_uid
 from tapline.lineage_link k
 where k.tenant_id = :tenant and k.parent_uid = any(:uids)
   and (not starts_with(k.relationship, 'execution_') or k.relationship = 'execution_subject_output')
   and k.relationship not in ('executed_on', 'access_token_session')
 limit :limit)
union all
(select a.subject_uid, 'execution_subject_output', o.child_uid
 from tapline.attempt a
 cross join lateral (
   select o.child_uid from tapline.lineage_link o
   where o.tenant_id = :tenant and o.parent_uid between a.record_uid and a.record_uid
     and o.relationship = 'execution_record_output'
   order by o.parent_uid, o.relationship, o.child_uid) o
 where a.tenant_id = :tenant and a.subject_uid = any(:uids) and o.child_uid <> a.subject_uid
 limit :limit)
union all
(select k.parent_uid, 'execution_subject_output', o.child_uid
 from tapline.lineage_link k
 cross join lateral (
   select o.child_uid from tapline.lineage_link o
   where o.tenant_id = :tenant and o.parent_uid between k.child_uid and k.child_uid
     and o.relationship = 'execution_record_output'
   order by o.parent_uid, o.relationship, o.child_uid) o
 where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record'
   and o.child_uid <> k.parent_uid
 limit :limit)

-- name: made_from_up
-- The objects from which these objects were made, one step up; see made_from_down.
(select k.parent_uid, k.relationship, k.child_uid
 from tapline.lineage_link k
 where k.tenant_id = :tenant and k.child_uid = any(:uids)
   and (not starts_with(k.relationship, 'execution_') or k.relationship = 'execution_subject_output')
   and k.relationship not in ('executed_on', 'access_token_session')
 limit :limit)
union all
(select a.subject_uid, 'execution_subject_output', o.child_uid
 from tapline.lineage_link o
 cross join lateral (
   select a.subject_uid from tapline.attempt a
   where a.tenant_id = :tenant and a.uid between o.parent_uid - 1 and o.parent_uid - 1
   order by a.uid limit 1) a
 where o.tenant_id = :tenant and o.child_uid = any(:uids) and o.relationship = 'execution_record_output'
   and o.child_uid <> a.subject_uid
 limit :limit)
union all
(select k.parent_uid, 'execution_subject_output', o.child_uid
 from tapline.lineage_link o
 join tapline.lineage_link k on k.tenant_id = o.tenant_id and k.child_uid = o.parent_uid
   and k.relationship = 'execution_subject_record'
 where o.tenant_id = :tenant and o.child_uid = any(:uids) and o.relationship = 'execution_record_output'
   and o.child_uid <> k.parent_uid
 limit :limit)

-- name: made_by
-- Objects, each with its maker: the attempt with the object as an output, and the action that ended that attempt; otherwise the first
-- action on the object. BETWEEN and the orders leave each look-up one index to choose (docs/adr/0005).
select i.uid, i.euid, i.name, i.template_uid, i.created_dt, i.exec_state,
  r.euid as record_euid, l.euid as lease_euid, w.euid as worker_euid,
  a.euid as action_euid, a.created_dt as made_at, a.json_addl ->> 'properties' as action
from unnest(:uids::bigint[]) as requested(uid)
cross join lateral (
  select i.* from tapline.object_by_uid(:tenant, requested.uid) i
  where i.storage_class in ('subject', 'registry', 'record') limit 1) i
left join lateral (
  select o.parent_uid from tapline.lineage_link o
  where o.tenant_id = :tenant and o.child_uid between i.uid and i.uid and o.relationship = 'execution_record_output'
  order by o.child_uid, o.relationship, o.parent_uid limit 1) o on true
left join lateral (
  (select a.record_uid as uid,
--include attempt/record_euid
    as euid, a.uid as lease_uid from tapline.attempt a
   where a.tenant_id = :tenant and a.uid between o.parent_uid - 1 and o.parent_uid - 1
   order by a.uid limit 1)
  union all
  (select r.uid, r.euid, null from tapline.instance_record r
   where r.tenant_id = :tenant and r.uid between o.parent_uid and o.parent_uid
   order by r.uid limit 1)) r on true
left join lateral (
  select l.subject_uid, l.worker_uid,
--include attempt/lease_euid
    as euid
  from tapline.attempt l
  where l.tenant_id = :tenant and l.uid between r.lease_uid and r.lease_uid
  order by l.uid limit 1) l on true
left join lateral (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.child_uid between r.uid and r.uid and k.relationship = 'execution_subject_record'
  order by k.child_uid, k.relationship limit 1) k on true
left join lateral (
  select w.euid from tapline.instance_registry w
  where w.tenant_id = :tenant and w.uid between l.worker_uid and l.worker_uid
  order by w.uid limit 1) w on true
-- OFFSET keeps this a separate column: under row-level security PostgreSQL does not accept coalesce() in an index condition.
cross join lateral (select coalesce(l.subject_uid, k.parent_uid) as uid offset 0) s
left join lateral (
  (select b.* from tapline.instance_action b
   where b.tenant_id = :tenant and b.executed_on_uid between s.uid and s.uid
     and (b.json_addl #>> '{properties,lease_euid}' = l.euid or b.json_addl #>> '{properties,record_euid}' = r.euid)
   order by b.executed_on_uid desc, b.feed_key desc, b.uid desc limit 1)
  union all
  (select b.* from tapline.instance_action b
   where b.tenant_id = :tenant and r.uid is null and b.executed_on_uid between i.uid and i.uid
   order by b.executed_on_uid, b.feed_key, b.uid limit 1)) a on true
