-- The queue q may have something for a claim: a subject in sight, one that has matured, or a lease that has lapsed.
-- Index probes, for whose orders see unleased.sql. The lapsed are few, and gone through once for all queues.
(coalesce((select true from tapline.instance_subject s
    where s.tenant_id = :tenant and s.ready_queue_key = q.key
    order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid limit 1), false)
  or coalesce((select true from tapline.instance_subject s
    where s.tenant_id = :tenant and s.delayed_queue_key = q.key
      and s.visible_from <= (select tapline.time_text(tapline.clock()))
    order by s.visible_from limit 1), false)
  or q.uid = any(array(select l.queue_uid from tapline.live_lease l
    where l.tenant_id = :tenant and l.expires_at <= (select tapline.time_text(tapline.clock())))))
