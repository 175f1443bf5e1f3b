-- Attempts that ended between two instants, by queue, outcome and slice of time, and how long they took: in steps of a
-- tenth, which is what the quantiles are made of. Only attempts: a reconciliation record has no lease.
-- The BRIN index on finished_at keeps the scan to the newest pages.
select a.queue_uid, a.record_status = 'SUCCEEDED' as succeeded,
  floor(extract(epoch from a.finished_at::timestamptz) / :slice_seconds)::bigint as slice,
  ceil(ln(greatest(a.duration_ms, 1)::numeric) / ln(1.1))::integer as step,
  count(*) as attempts
from tapline.attempt a
where a.tenant_id = :tenant and a.finished_at >= :since and a.finished_at <= :now
  and a.record_status in ('SUCCEEDED', 'FAILED_RETRYABLE', 'FAILED_TERMINAL', 'EXPIRED')
group by 1, 2, 3, 4
