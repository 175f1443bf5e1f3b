-- Attempts that ended within the window, by queue. Only attempts: a reconciliation record has no lease. The BRIN index on
-- finished_at keeps the scan to the newest pages.
select l.queue_uid,
  count(*) filter (where r.status = 'SUCCEEDED') as succeeded,
  count(*) filter (where r.status in ('FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED')) as failed
from tapline.instance_record r
join tapline.instance_lease l on l.tenant_id = r.tenant_id and l.uid = r.lease_uid
where r.tenant_id = :tenant and r.lease_uid is not null and r.finished_at > :since and r.finished_at <= :now
group by l.queue_uid
