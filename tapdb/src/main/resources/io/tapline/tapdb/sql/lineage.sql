-- Links between objects.

-- name: lineage_planning
-- Links are planned for the given objects: a busy worker or queue is the parent of nearly all leases, and any other object of none in that
-- role, so a generic plan reads all records to find the children of one job.
select current_setting('plan_cache_mode') as usual, set_config('plan_cache_mode', ?, true)

-- name: lineage_parents
-- Links from any of these children up; see lineage_children. Links to the record of a lease are found by the uid of the lease.
select k.parent_uid, k.relationship, k.child_uid
from tapline.generic_instance_lineage k
where k.tenant_id = :tenant and k.child_uid = any (:uids)
  and k.relationship not in ('execution_lease_record', 'execution_subject_record', 'execution_worker_record', 'execution_queue_record')
union all
select k.parent_uid, k.relationship, k.child_uid
from tapline.lineage_link k
where k.tenant_id = :tenant and k.child_uid = any (:uids)
  and k.relationship in ('execution_lease_record', 'execution_subject_record', 'execution_worker_record', 'execution_queue_record')
union all
select r.parent_uid, r.relationship, a.record_uid
from unnest(:uids) as child(uid)
cross join lateral (
  select a.uid, a.record_uid, a.subject_uid, a.worker_uid, a.queue_uid from tapline.attempt a
  where a.tenant_id = :tenant and a.uid between child.uid - 1 and child.uid - 1
  order by a.uid limit 1) a
cross join lateral (values (a.uid, 'execution_lease_record'), (a.subject_uid, 'execution_subject_record'),
  (a.worker_uid, 'execution_worker_record'), (a.queue_uid, 'execution_queue_record')) r(parent_uid, relationship)
limit :limit

-- name: lineage_children
-- Links from any of these parents down. They have no order: a busy queue has a million children, and a limit without a sort ends at the
-- first few. Each branch of the view has an index of its own (LineageTest checks the plan). Links of actions are found by the uid of the
-- action, and those of an action that granted a lease by the uid of the lease.
select k.parent_uid, k.relationship, k.child_uid
from tapline.generic_instance_lineage k
where k.tenant_id = :tenant and k.parent_uid = any (:uids) and k.relationship not in ('executed_on', 'executed_by')
union all
select k.parent_uid, k.relationship, k.child_uid
from tapline.lineage_link k
where k.tenant_id = :tenant and k.parent_uid = any (:uids) and k.relationship in ('executed_on', 'executed_by')
union all
select a.uid, r.relationship, r.child_uid
from unnest(:uids) as parent(uid)
cross join lateral (
  (select f.uid, f.executed_on_uid, f.actor_uid from tapline.action_place(:tenant, parent.uid) p
   cross join lateral (
     select * from tapline.fact_row f
     where f.tenant_id = :tenant and f.feed_key between p.feed_key and p.feed_key and f.uid between parent.uid and parent.uid
     order by f.feed_key, f.uid limit 1) f)
  union all
  (select a.action_uid, a.subject_uid, a.actor_uid from tapline.attempt a
   where a.tenant_id = :tenant and a.uid between parent.uid - 2 and parent.uid - 2
   order by a.uid limit 1)
  union all
  (select p.uid, p.executed_on_uid, null from tapline.instance_pulse p
   where p.tenant_id = :tenant and p.uid between parent.uid and parent.uid
   order by p.uid limit 1)) a
cross join lateral (values ('executed_on', a.executed_on_uid), ('executed_by', a.actor_uid)) r(relationship, child_uid)
where r.child_uid is not null
limit :limit
