-- Samples: how queues and tenants stood minute by minute, and who asked for work.

-- name: sample_lock
-- One server takes a tenant's samples at a time; a second server does not wait, for the first will write them.
-- A row of tapline.server_lock: the first server makes it, and holds it thereby.
with made as (
  insert into tapline.server_lock (name) values ('queue_samples.' || :tenant::text) on conflict do nothing returning name
), locked as (
  select l.name from tapline.server_lock l where l.name = 'queue_samples.' || :tenant::text for update skip locked
)
select exists (select from made) or exists (select from locked) as mine

-- name: sample_insert
-- How a tenant's queues stood in one minute. A pulse: kept for as long as heartbeats are. It has no feed key, so it is no entry of the
-- log; its minute is its key, by which pulse_replay finds it.
insert into tapline.instance_pulse
  (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
values (:tenant, 'pulse', :uid, :template, :euid, :document::jsonb, :now, :now)

-- name: sample_newest
-- The newest sample, as far as it is about one queue. Ordered by all of pulse_replay, so that its last entry is the one that is read.
select tapline.time_text(p.created_dt) as taken_at, p.json_addl #>> array['properties', 'queues', :queue] as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'sample_queues'
  and p.idempotency_key is not null
order by p.target_uid desc, p.action_key desc, p.idempotency_key desc
limit 1

-- name: queue_samples
-- One queue in the samples between two minutes (pulse_replay). A queue that was empty and idle is not in the sample.
select p.uid, p.idempotency_key as minute, p.json_addl #>> array['properties', 'queues', :queue] as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'sample_queues'
  and p.idempotency_key >= :from_minute and p.idempotency_key <= :to_minute
order by p.idempotency_key

-- name: tenant_samples
-- Samples of the whole between two instants, of minutes or of quarters (pulse_replay). Each is a small row of its own beside the sample
-- of the queues: a chart of a day or a week must not unpack what every queue was like in every minute of it.
select p.idempotency_key as at, p.json_addl #>> '{properties,whole}' as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = :which
  and p.idempotency_key >= :from_time and p.idempotency_key <= :to_time
order by p.idempotency_key

-- name: claim_demand
-- Which workers asked which queues for work lately (pulse_replay): one pulse of each server every few seconds, so a window of
-- minutes is a few dozen rows, however many workers there are.
select p.json_addl #>> '{properties,asked}' as requested
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'note_asked_queues'
  and p.idempotency_key > :since
order by p.idempotency_key
