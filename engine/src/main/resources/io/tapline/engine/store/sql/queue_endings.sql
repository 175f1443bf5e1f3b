-- Attempts that ended between two instants, by queue, outcome and slice of time, and how long they took: in steps of a
-- tenth, which is what the quantiles are made of. Only attempts: a reconciliation record has no lease.
-- The BRIN index on finished_at keeps the scan to the newest pages.
select l.queue_uid, r.status = 'SUCCEEDED' as succeeded,
  floor(extract(epoch from r.finished_at::timestamptz) / :slice_seconds)::bigint as slice,
  ceil(ln(greatest((r.json_addl #>> '{properties,duration_ms}')::numeric, 1)) / ln(1.1))::integer as step,
  count(*) as attempts
from tapline.instance_record r
join tapline.instance_lease l on l.tenant_id = r.tenant_id and l.uid = r.lease_uid
where r.tenant_id = :tenant and r.lease_uid is not null and r.finished_at >= :since and r.finished_at <= :now
  and r.status in ('SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED')
group by 1, 2, 3, 4
