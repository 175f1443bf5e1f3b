-- Who could still do a job, and whether anything of it waits. Workers by their status, which leaves out the many that were
-- retired. What is under a lease does not count as waiting: it has a worker then, so the job is kept either way.
select (
    select count(*) from tapline.instance_registry w
    where w.tenant_id = :tenant and w.template_uid = :template and w.status = any('{ONLINE,DRAINING,DISABLED}')
      and w.json_addl #> '{properties,capabilities}' @> to_jsonb(:queue::text)) as workers,
  exists (select 1 from tapline.instance_subject s where s.tenant_id = :tenant and s.ready_queue_key = :queue)
  or exists (select 1 from tapline.instance_subject s where s.tenant_id = :tenant and s.delayed_queue_key = :queue)
  or exists (select 1 from tapline.instance_subject s
    where s.tenant_id = :tenant and s.parked_as = any(array['HELD ' || :queue, 'PENDING ' || :queue])) as pending
