-- Indexes and queries believe the look-up columns. Where the database computes them, they can differ from the document only if
-- somebody changed how; those of an action are written beside what they follow from.
select o.euid as object, 'a look-up column differs from the document' as found
from tapline.generic_instance o
where o.tenant_id = :tenant and case
  when o.storage_class = 'subject' then
    (o.exec_state, o.exec_queue_key, o.priority, o.due_at, o.room_id, o.visible_from) is distinct from
    (o.json_addl #>> '{properties,execution,state}', o.json_addl #>> '{properties,execution,next_queue_key}',
      (o.json_addl #>> '{properties,execution,priority}')::integer, o.json_addl #>> '{properties,execution,due_at}',
      o.json_addl #>> '{properties,execution,submission,room_id}',
      coalesce(o.json_addl #>> '{properties,execution,retry_at}', o.json_addl #>> '{properties,execution,ready_at}'))
    or coalesce(o.ready_queue_key, o.delayed_queue_key) is distinct from case
      when o.json_addl #>> '{properties,execution,state}' in ('READY', 'FAILED_RETRYABLE')
        and o.json_addl #>> '{properties,execution,hold_state}' is distinct from 'ACTIVE'
        and o.json_addl #>> '{properties,execution,cancel_requested}' is distinct from 'true'
        and o.json_addl #>> '{properties,execution,terminal}' is distinct from 'true'
      then o.json_addl #>> '{properties,execution,next_queue_key}' end
    or o.ready_queue_key is not null and o.delayed_queue_key is not null
    or (o.correlation_id, o.barcode) is distinct from
      (o.json_addl #>> '{properties,execution,correlation_id}', left(o.json_addl #>> '{properties,barcode}', 200))
    or (o.trx_euid, o.accession_euid, o.run_euid, o.step_euid) is distinct from
      (o.json_addl #>> '{properties,execution,correlation,trx_euid}', o.json_addl #>> '{properties,execution,correlation,accession_euid}',
        o.json_addl #>> '{properties,execution,correlation,run_euid}', o.json_addl #>> '{properties,execution,correlation,step_euid}')
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
