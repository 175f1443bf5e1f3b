-- Samples of the whole between two instants, of minutes or of quarters (pulse_replay). Each is a small row of its own beside the sample
-- of the queues: a chart of a day or a week must not unpack what every queue was like in every minute of it.
select p.idempotency_key as at, p.json_addl #>> '{properties,whole}' as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = :which
  and p.idempotency_key >= :from_time and p.idempotency_key <= :to_time
order by p.idempotency_key
