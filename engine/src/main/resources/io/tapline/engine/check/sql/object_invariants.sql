-- Invariants of links, keys, templates and look-up columns. Each statement returns the violations.

-- name: whole_sets
-- The checker reads whole partitions, so it enables the planner's other methods again. Nested loops have the lowest preference:
-- with statistics from small tables, one of them could take for ever.
select set_config('enable_seqscan', 'on', true),
  set_config('enable_hashjoin', 'on', true),
  set_config('enable_mergejoin', 'on', true),
  set_config('enable_bitmapscan', 'on', true),
  set_config('enable_material', 'on', true),
  set_config('enable_sort', 'on', true),
  set_config('enable_nestloop', 'off', true)

-- name: claim_links
-- The seven links of a claim, read through the logical lineage table as every reader does.
select l.euid as object, 'links missing: ' || string_agg(e.relationship, ', ' order by e.relationship) as found
from tapline.instance_lease l
cross join (values ('execution_subject_lease'), ('execution_worker_lease'), ('execution_queue_lease'),
  ('execution_lease_record'), ('execution_subject_record'), ('execution_worker_record'),
  ('execution_queue_record')) e(relationship)
left join (
  select k.relationship, k.child_uid as lease_uid from tapline.generic_instance_lineage k
  where k.tenant_id = :tenant and k.parent_uid is not null
    and k.relationship in ('execution_subject_lease', 'execution_worker_lease', 'execution_queue_lease')
  union all
  select k.relationship, k.parent_uid from tapline.generic_instance_lineage k
  where k.tenant_id = :tenant and k.relationship = 'execution_lease_record'
  union all
  select k.relationship, r.lease_uid from tapline.generic_instance_lineage k
  join tapline.attempt_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
  where k.tenant_id = :tenant and k.parent_uid is not null
    and k.relationship in ('execution_subject_record', 'execution_worker_record', 'execution_queue_record')
  ) k on k.lease_uid = l.uid and k.relationship = e.relationship
where l.tenant_id = :tenant and k.lease_uid is null
  -- one_record_per_lease reports a lease without a record.
  and exists (select 1 from tapline.attempt_record r where r.tenant_id = :tenant and r.lease_uid = l.uid)
group by l.uid, l.euid

-- name: link_parents
-- A link is typed: its parent has the type that its relationship names. Otherwise a traversal from a queue would reach the lease
-- of a worker.
select l.euid as object, 'subject, worker or queue link points to another kind of object' as found
from tapline.instance_lease l
left join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
left join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
where l.tenant_id = :tenant
  and (exists (select 1 from tapline.generic_instance o where o.tenant_id = :tenant
        and o.storage_class not in ('subject', 'pulse') and o.uid = l.subject_uid)
    or w.json_addl #>> '{properties,worker_key}' is null and w.uid is not null
    or q.json_addl #>> '{properties,queue_key}' is null and q.uid is not null)

-- name: link_ends
-- Lineage has no foreign keys: the writer keeps links complete, and this statement checks them. An object of another tenant
-- counts as missing.
select coalesce(p.euid, c.euid, 'uid ' || k.parent_uid || ' or ' || k.child_uid) as object,
  k.relationship || ' from ' || coalesce(p.euid, 'missing ' || coalesce(k.parent_uid::text, 'null')) || ' to '
    || coalesce(c.euid, 'missing ' || coalesce(k.child_uid::text, 'null')) as found
from tapline.generic_instance_lineage k
left join tapline.generic_instance p on p.tenant_id = :tenant and p.uid = k.parent_uid
left join tapline.generic_instance c on c.tenant_id = :tenant and c.uid = k.child_uid
where k.tenant_id = :tenant and (p.uid is null or c.uid is null)
  -- claim_links reports a missing link of a claim.
  and k.parent_uid is not null and k.child_uid is not null

-- name: self_links
-- No object is linked to itself: a traversal would be endless.
select coalesce(o.euid, 'uid ' || k.parent_uid) as object, k.relationship || ' to itself' as found
from tapline.generic_instance_lineage k
left join tapline.generic_instance o on o.tenant_id = :tenant and o.uid = k.parent_uid
where k.tenant_id = :tenant and k.parent_uid = k.child_uid

-- name: orphans
-- Evidence without an object: a hold, a dead letter or a record without a job, or a worker without a registration.
select o.euid as object, 'no link ' || n.relationship as found
from tapline.generic_instance o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
join (values ('data/execution/hold/1.0', 'execution_subject_hold'),
  ('data/execution/hold/1.0', 'execution_actor_hold'),
  ('data/execution/dead_letter/1.0', 'execution_subject_dead_letter'),
  ('data/execution/dead_letter/1.0', 'execution_queue_dead_letter'),
  ('data/execution/dead_letter/1.0', 'execution_record_dead_letter'),
  ('data/execution/execution_record/1.0', 'execution_subject_record'),
  ('data/execution/properties/1.0', 'execution_subject_properties'),
  ('actor/system/worker/1.0', 'execution_actor_worker')) n(code, relationship) on n.code = t.template_code
left join (select distinct relationship, child_uid from tapline.generic_instance_lineage where tenant_id = :tenant) k
  on k.relationship = n.relationship and k.child_uid = o.uid
where o.tenant_id = :tenant and o.storage_class in ('registry', 'record') and k.child_uid is null
  -- A record with a lease derives its links from it; claim_links reports missing ones.
  and o.lease_uid is null

-- name: registry_keys
-- One queue, one worker, one principal per key: a duplicate would split its leases between two objects.
select min(o.euid) as object, count(*) || ' of ' || t.template_code || ' have the key ' || o.object_key as found
from tapline.instance_registry o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
where o.tenant_id = :tenant and o.object_key is not null
group by t.template_code, o.object_key
having count(*) > 1

-- name: templates
-- An object without its template has no type; an object in another partition than its template's is never found.
-- Without its template an object has no EUID.
select coalesce(o.euid, 'uid ' || o.uid) as object, case when t.uid is null then 'template ' || o.template_uid || ' is not there'
  else 'stored as ' || o.storage_class || ', its template says ' || t.storage_class end as found
from tapline.generic_instance o
left join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
where o.tenant_id = :tenant and (t.uid is null or t.storage_class <> o.storage_class)

-- name: search_keys
-- Searches and lists read subject_key only: a job without its key is not found. A key without a job was left by a deletion.
select s.euid as object, 'no search key ' || e.kind::text || ' ' || e.value as found
from tapline.subject_key_expected e
join tapline.subject_document s on s.tenant_id = e.tenant_id and s.uid = e.subject_uid
left join tapline.subject_key k on k.tenant_id = e.tenant_id and k.kind = e.kind and k.value = e.value
  and k.subject_uid = e.subject_uid
where e.tenant_id = :tenant and k.subject_uid is null
union all
select 'uid ' || k.subject_uid, 'search key ' || k.kind::text || ' ' || k.value || ' of a subject that is not there'
from tapline.subject_key k
left join tapline.subject s on s.tenant_id = k.tenant_id and s.uid = k.subject_uid
where k.tenant_id = :tenant and s.uid is null

-- name: lookup_columns
-- Indexes and queries rely on the look-up columns. Columns that the database computes can differ from the document only after a
-- change of their definition; those of an action are written together with their source.
select o.euid as object, 'a look-up column differs from the document' as found
from tapline.generic_instance o
where o.tenant_id = :tenant and o.storage_class <> 'subject' and case
  when o.storage_class = 'lease' then
    (o.status, o.expires_at) is distinct from
    (o.json_addl #>> '{properties,status}', o.json_addl #>> '{properties,expires_at}')
  when o.storage_class = 'record' then
    (o.status, o.finished_at) is distinct from
    (o.json_addl #>> '{properties,status}', o.json_addl #>> '{properties,finished_at}')
  when o.storage_class = 'registry' then
    o.status is distinct from coalesce(o.json_addl #>> '{properties,status}', o.json_addl #>> '{properties,resolution_state}')
  else
    (o.action_key, o.idempotency_key, o.executed_on_uid) is distinct from
    (o.json_addl #>> '{properties,action_key}', o.json_addl #>> '{properties,idempotency_key}',
      coalesce(o.subject_uid, o.worker_uid, o.queue_uid))
    or (o.event_type, o.event_more) is distinct from
      (o.json_addl #>> '{properties,events,0,type}', o.json_addl #>> '{properties,events,1,type}')
    or o.target_uid is distinct from case o.json_addl #>> '{properties,target}'
      when 'worker' then o.worker_uid when 'queue' then o.queue_uid when 'actor' then o.actor_uid else o.subject_uid end
  end
union all
-- The columns of a job that SubjectColumns.java derives.
select s.euid, 'a look-up column differs from what it follows from'
from tapline.subject_document s
where s.tenant_id = :tenant and (
  s.visible_from is distinct from coalesce(s.retry_at, s.ready_at)
  or s.ready_queue_key is not null and s.delayed_queue_key is not null
  or coalesce(s.ready_queue_key, s.delayed_queue_key) is distinct from case
    when s.exec_state in ('R', 'T') and s.hold_state is distinct from 'ACTIVE'
      and s.cancel_requested is distinct from true and s.terminal is distinct from true and s.lease_uid is null
      then s.exec_queue_key end
  or (s.delayed_queue_key is not null) <> (s.delayed is not distinct from true
    and s.exec_state in ('R', 'T') and s.hold_state is distinct from 'ACTIVE'
    and s.cancel_requested is distinct from true and s.terminal is distinct from true and s.lease_uid is null
    and s.exec_queue_key is not null)
  or s.parked_as is distinct from case when s.exec_state in ('H', 'W', 'P', 'T', 'F', 'X')
    then s.exec_state::text || ' ' || coalesce(s.exec_queue_key, '') end
  or s.deadline_at is distinct from case
    when s.terminal is distinct from true and s.exec_state is distinct from 'H' then s.deadline end
  or s.unsettled_in is distinct from case
    when s.exec_state in ('P', 'C', 'F', 'X') and s.settled is distinct from true
    then s.workflow_uid end
  or s.retirable is distinct from s.evidence_until)

-- name: tombstones
-- A tombstone replaces its job and all evidence of it. A remaining row would be shown beside it, and its properties would never
-- be deleted.
select i.euid as object, 'retired, but ' || l.remains || ' is left' as found
from (
  select s.uid, 'its subject' as remains from tapline.subject s where s.tenant_id = :tenant
  union all
  select a.subject_uid, 'attempt ' || a.euid from tapline.attempt_shown a where a.tenant_id = :tenant
  union all
  select f.subject_uid, 'action ' || f.euid from tapline.fact f where f.tenant_id = :tenant and f.subject_uid is not null
  union all
  select k.parent_uid, 'link ' || k.relationship from tapline.lineage_link k
  where k.tenant_id = :tenant and k.relationship in ('execution_subject_record', 'execution_subject_hold',
    'execution_subject_dead_letter', 'execution_subject_properties')) l
join tapline.instance_tombstone i on i.tenant_id = :tenant and i.uid = l.uid
