-- What stands around a queue: held subjects, overdue external work, failures ever (lease_failure holds nothing else).
select
  (select count(*) from tapline.instance_subject s where s.tenant_id = :tenant and s.parked_as = 'HELD ' || :queue) as held,
  (select count(*) from tapline.instance_subject s where s.tenant_id = :tenant and s.parked_as = 'WAITING_EXTERNAL ' || :queue
    and (s.external ->> 'deadline_at') <= :now) as external_overdue,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason in ('HEARTBEAT_TIMEOUT', 'FORCED', 'WORKER_REPLACED', 'WORKER_RETIRED')) as expired,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason = 'FAILED_RETRYABLE') as retryable,
  (select count(*) from tapline.instance_lease l where l.tenant_id = :tenant and l.queue_uid = :queue_uid
    and l.release_reason = 'FAILED_TERMINAL') as terminal
