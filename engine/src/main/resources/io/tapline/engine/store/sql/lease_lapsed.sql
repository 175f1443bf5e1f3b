-- The lease l of s has lapsed: s counts as FAILED_RETRYABLE if it ran, from the instant of the lapse on, unless that was its
-- last attempt.
l.tenant_id = :tenant and l.expires_at <= :now
and s.tenant_id = l.tenant_id and s.uid = l.subject_uid and s.exec_queue_key = :queue
and case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end = any(:states)
and s.attempt_count + 1
  < coalesce(s.max_attempts_override, :max_attempts)
and
--include visible
