-- What stands around a queue: live leases, held subjects, overdue external work, open dead letters, failures ever.
select
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.status = 'ACTIVE'
    and l.expires_at > :now and l.queue_uid = :queue_uid) as active_leases,
  (select count(*) from tapline.instance_subject s where s.tenant_id = :tenant and s.parked_as = 'HELD ' || :queue) as held,
  (select count(*) from tapline.instance_subject s where s.tenant_id = :tenant and s.parked_as = 'WAITING_EXTERNAL ' || :queue
    and s.json_addl #>> '{properties,execution,external,deadline_at}' <= :now) as external_overdue,
  (select count(*) from tapline.lineage_link k
    join tapline.instance_registry d on d.tenant_id = k.tenant_id and d.uid = k.child_uid
    where k.tenant_id = :tenant and k.parent_uid = :queue_uid and k.relationship = 'execution_queue_dead_letter'
      and d.status = 'OPEN') as dead_letters,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason in ('HEARTBEAT_TIMEOUT', 'FORCED', 'WORKER_REPLACED')) as expired,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason = 'FAILED_RETRYABLE') as retryable,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason = 'FAILED_TERMINAL') as terminal
