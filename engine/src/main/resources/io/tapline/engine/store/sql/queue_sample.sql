-- Samples of queues and tenants by minute, and the demand of claims.

-- name: sample_lock
-- The lock on the samples of a tenant: one server writes them. The lock is a row of tapline.server_lock; the server that inserts the row
-- holds it. A second server skips a locked row; it waits only while the first one inserts the row, which happens once for each tenant.
with made as (
  insert into tapline.server_lock (name) values ('queue_samples.' || :tenant::text) on conflict do nothing returning name
), locked as (
  select l.name from tapline.server_lock l where l.name = 'queue_samples.' || :tenant::text for update skip locked
)
select exists (select from made) or exists (select from locked) as mine

-- name: sample_insert
-- The sample of a tenant's queues for one minute. It is a pulse, so it is kept as long as heartbeats are. It has no feed key, so the feed
-- does not contain it. Its key is the minute, by which pulse_replay finds it.
insert into tapline.instance_pulse
  (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
values (:tenant, 'pulse', :uid, :template, :euid, :document::jsonb, :now, :now)

-- name: sample_newest
-- The part of one queue in the newest sample. The order has all columns of pulse_replay, so that only the last entry of its range is read.
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
-- Samples of a tenant between two instants, by minute or by quarter of an hour (pulse_replay). They are small rows beside the samples of
-- the queues, so that a chart of a day or a week does not unpack the data of every queue in every minute.
select p.idempotency_key as at, p.json_addl #>> '{properties,whole}' as sample
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = :which
  and p.idempotency_key >= :from_time and p.idempotency_key <= :to_time
order by p.idempotency_key

-- name: claim_demand
-- The workers that sent claims to each queue lately (pulse_replay). Each server writes one pulse every few seconds, so a window of minutes
-- has a few dozen rows, however many workers there are.
select p.json_addl #>> '{properties,asked}' as requested
from tapline.instance_pulse p
where p.tenant_id = :tenant and p.target_uid is null and p.action_key = 'note_asked_queues'
  and p.idempotency_key > :since
order by p.idempotency_key
