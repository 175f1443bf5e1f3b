-- Indexes and queries believe the look-up columns. Where the database computes them, they can differ from the document only if
-- somebody changed how; those of an action are written beside what they follow from.
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
-- Of a subject, what SubjectColumns.java derives.
select s.euid, 'a look-up column differs from what it follows from'
from tapline.subject s
where s.tenant_id = :tenant and (
  s.visible_from is distinct from coalesce(s.retry_at, s.ready_at)
  or s.ready_queue_key is not null and s.delayed_queue_key is not null
  or coalesce(s.ready_queue_key, s.delayed_queue_key) is distinct from case
    when s.exec_state in ('READY', 'FAILED_RETRYABLE') and s.hold_state is distinct from 'ACTIVE'
      and s.cancel_requested is distinct from true and s.terminal is distinct from true and s.lease_uid is null
      then s.exec_queue_key end
  or (s.delayed_queue_key is not null) <> (s.delayed is not distinct from true
    and s.exec_state in ('READY', 'FAILED_RETRYABLE') and s.hold_state is distinct from 'ACTIVE'
    and s.cancel_requested is distinct from true and s.terminal is distinct from true and s.lease_uid is null
    and s.exec_queue_key is not null)
  or s.parked_as is distinct from case when s.exec_state in
    ('HELD', 'WAITING_EXTERNAL', 'PENDING', 'FAILED_RETRYABLE', 'FAILED_TERMINAL', 'CANCELED')
    then s.exec_state || ' ' || coalesce(s.exec_queue_key, '') end
  or s.deadline_at is distinct from case
    when s.terminal is distinct from true and s.exec_state is distinct from 'HELD' then s.deadline end
  or s.unsettled_in is distinct from case
    when s.exec_state in ('PENDING', 'COMPLETED', 'FAILED_TERMINAL', 'CANCELED') and s.settled is distinct from true
    then s.workflow_euid end
  or s.retirable is distinct from case when s.retired is distinct from true then s.evidence_until end
  or s.room_id is distinct from s.submission ->> 'room_id'
  or s.barcode is distinct from left(s.own ->> 'barcode', 200))
union all
-- Of an attempt, what AttemptColumns.java derives.
select a.euid, 'a look-up column differs from what it follows from'
from tapline.attempt a
where a.tenant_id = :tenant
  and a.failed_as is distinct from case when a.status in ('RELEASED', 'EXPIRED', 'ABANDONED') then a.release_reason end
