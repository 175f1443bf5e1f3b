-- Which workers asked which queues for work lately (pulse_replay): one pulse of each server every few seconds, so a window of
-- minutes is a few dozen rows, however many workers there are.
select p.json_addl #>> '{properties,asked}' as asked
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'note_asked_queues'
  and p.idempotency_key > :since
order by p.idempotency_key
