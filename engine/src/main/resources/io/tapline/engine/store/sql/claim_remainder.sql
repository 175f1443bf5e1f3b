-- Is there anything in the queue for this worker after all: a lapse to settle, a delayed subject that has become ready, or a
-- subject to claim? Nothing is locked and nothing skipped, unlike claim_candidates.sql, which passes by what is locked, if only
-- in passing. One statement on purpose: it sees one snapshot, and three times "no" is true of that instant. The clock is read
-- after the snapshot is taken, so what becomes ready in between counts as there. Index probes, as in claim_upkeep.sql.
select
  coalesce((select true from tapline.live_lease l
    where l.tenant_id = :tenant and l.expires_at <= (select tapline.time_text(tapline.clock())) and l.queue_uid = :queue_uid
    order by l.expires_at limit 1), false) as lapsed,
  coalesce((select true from tapline.instance_subject s
    where s.tenant_id = :tenant and s.delayed_queue_key = :queue
      and s.visible_from <= (select tapline.time_text(tapline.clock()))
    order by s.visible_from limit 1), false) as matured,
  coalesce((select true from tapline.instance_subject s
    where s.tenant_id = :tenant and s.ready_queue_key = :queue
      and s.visible_from <= (select tapline.time_text(tapline.clock()))
      and
--include worker_serves
    order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit 1), false) as ready
