-- The history of a job.

-- name: history_actions
-- The actions on an object, in revision order.
select a.euid, a.created_dt, a.json_addl ->> 'properties' as properties
from tapline.instance_action a
-- BETWEEN and the order leave the look-up one index to choose: for the order of the feed alone the planner may scan the feed.
where a.tenant_id = :tenant and a.executed_on_uid between :uid and :uid
order by a.executed_on_uid, a.feed_key, a.uid
limit :limit

-- name: record_links
-- Links of a record r: the record that it supersedes, and its outputs.
  (select p.euid from tapline.lineage_link k
   cross join lateral (
     (select
--include attempt/record_euid
       as euid from tapline.attempt a
      where a.tenant_id = k.tenant_id and a.uid between k.child_uid - 1 and k.child_uid - 1 order by a.uid limit 1)
     union all
     (select i.euid from tapline.instance_record i where i.tenant_id = k.tenant_id and i.uid between k.child_uid and k.child_uid limit 1)) p
   where k.tenant_id = r.tenant_id and k.parent_uid between r.uid and r.uid and k.relationship = 'execution_record_supersedes'
   order by k.parent_uid desc, k.relationship desc, k.child_uid desc limit 1) as supersedes_euid,
  array(
    select i.euid from tapline.lineage_link o
    cross join lateral tapline.object_by_uid(o.tenant_id, o.child_uid) i
    where i.storage_class in ('subject', 'registry', 'record') and o.tenant_id = r.tenant_id and o.parent_uid between r.uid and r.uid and o.relationship = 'execution_record_output'
    order by o.parent_uid, o.relationship, o.child_uid) as outputs

-- name: history_leases
-- The leases of a job and their attempts, oldest first, with worker and queue.
select l.uid, l.euid as lease_euid, l.json_addl ->> 'properties' as lease, r.euid as record_euid,
  r.json_addl ->> 'properties' as record, w.euid as worker_euid,
  w.json_addl #>> '{properties,display_name}' as worker_name, q.euid as queue_euid,
  q.json_addl #>> '{properties,queue_key}' as queue_key,
--include record_links
from (
  select a.uid from tapline.attempt a
  where a.tenant_id = :tenant and a.subject_uid between :uid and :uid
  order by a.subject_uid, a.feed_key, a.action_uid
  limit :limit) k
cross join lateral (
  select * from tapline.lease_document l
  where l.tenant_id = :tenant and l.uid between k.uid and k.uid order by l.uid limit 1) l
cross join lateral (
  select * from tapline.attempt_record r
  where r.tenant_id = :tenant and r.lease_uid between k.uid and k.uid order by r.lease_uid limit 1) r
join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
order by l.uid

-- name: history_records
-- Records without a lease: reconciliations and external results.
select r.uid, r.euid as record_euid, r.json_addl ->> 'properties' as record,
  q.euid as queue_euid, q.queue_key,
--include record_links
from tapline.lineage_link k
join tapline.instance_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
left join lateral (
  select q.euid, q.json_addl #>> '{properties,queue_key}' as queue_key from tapline.lineage_link qk
  join tapline.instance_registry q on q.tenant_id = qk.tenant_id and q.uid = qk.parent_uid
  where qk.tenant_id = r.tenant_id and qk.child_uid = r.uid and qk.relationship = 'execution_queue_record'
  limit 1) q on true
where k.tenant_id = :tenant and k.parent_uid = :uid and k.relationship = 'execution_subject_record'
order by r.uid
limit :limit

-- name: enqueues_of_subjects
-- The first enqueue of each job, if it belongs to a trace. The order leaves the look-up one index to choose.
select s.euid as subject_euid, a.euid as action_euid, a.trace_id
from unnest(:uids) as requested(uid)
cross join lateral (
  select s.euid from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between requested.uid and requested.uid
  order by s.uid limit 1) s
cross join lateral (
  select a.euid, a.trace_id
  from tapline.instance_action a
  where a.tenant_id = :tenant and a.executed_on_uid between requested.uid and requested.uid
    and a.action_key = 'enqueue_subject'
  order by a.executed_on_uid, a.feed_key, a.uid limit 1) a
where a.trace_id is not null

-- name: newest_progress
-- The newest progress of each job, under any of its leases. Of the pulses of a job only progress has no feed key, so these entries are at
-- the end of its range in pulse_executed_on, ordered by uid: the statement reads one entry for each job, however many renewals the job has.
select s.uid, p.json_addl #>> '{properties,lease_euid}' as lease_euid, p.json_addl #>> '{properties,result}' as progress
from unnest(:uids) as s(uid)
cross join lateral (
  select k.json_addl from tapline.instance_pulse k
  where k.tenant_id = :tenant and k.executed_on_uid = s.uid and k.feed_key is null
  order by k.uid desc
  limit 1) p

-- name: linked_names
-- The objects at the other end of links: EUID and template.
select i.uid, i.euid, t.template_code
from (select distinct u.uid from unnest(:uids) as u(uid)) requested
cross join lateral tapline.object_by_uid(:tenant, requested.uid) i
cross join lateral (
  select t.template_code from tapline.generic_template t
  where t.tenant_id = :tenant and t.uid between i.template_uid and i.template_uid
  order by t.uid limit 1) t
