-- The newest sample, as far as it is about one queue. Ordered by all of pulse_replay, so that its last entry is the one that is read.
select tapline.time_text(p.created_dt) as taken_at, p.json_addl #>> array['properties', 'queues', :queue] as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'sample_queues'
  and p.idempotency_key is not null
order by p.target_uid desc, p.action_key desc, p.idempotency_key desc
limit 1
