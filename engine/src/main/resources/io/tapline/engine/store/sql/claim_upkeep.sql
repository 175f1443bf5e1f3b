-- Before a claim: is there a lapse to settle in this queue, or a delayed subject that has become ready? Both are rare, both
-- are index probes, and both are done in transactions of their own.
select
  exists (select 1 from tapline.instance_lease l
    where l.tenant_id = :tenant and l.status = 'ACTIVE' and l.expires_at <= tapline.time_text(tapline.clock())
      and l.queue_uid = :queue_uid) as lapsed,
  exists (select 1 from tapline.instance_subject s
    where s.tenant_id = :tenant and s.delayed_queue_key = :queue
      and s.visible_from <= tapline.time_text(tapline.clock())) as matured,
  tapline.time_text(tapline.clock()) as now
