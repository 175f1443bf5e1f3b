-- One queue in the samples between two minutes (pulse_replay). A queue that was empty and idle is not in the sample.
select p.uid, p.idempotency_key as minute, p.json_addl #>> array['properties', 'queues', :queue] as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'sample_queues'
  and p.idempotency_key >= :from_minute and p.idempotency_key <= :to_minute
order by p.idempotency_key
