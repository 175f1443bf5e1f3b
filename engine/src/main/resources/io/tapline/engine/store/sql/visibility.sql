-- Visible jobs of a queue: one rule over sets, in parts that other statements include.

-- name: visible
-- The visibility rule for a job s of one queue, except for its time, its state and its lease: a job without a lease is found by
-- its position in the queue (unleased), one with a lapsed lease by that lease (lease_lapsed). Included by claim, list, count and
-- metrics alike. decide/VisibilityRule.java is the same rule for one loaded job; VisibilityAgreementTest compares the two. The holds of
-- a job are not read: its row has hold_state ACTIVE exactly while one of them is active (subject_invariants.sql#hold_state).
s.terminal is distinct from 'true'
and s.cancel_requested is distinct from 'true'
and s.hold_state is distinct from 'ACTIVE'
and
--include queue_admits

-- name: unleased
-- s has no lease, by its row.
s.exec_state = any(:states)
and s.lease_uid is null
and
--include visible

-- name: unleased_whole_queue
-- unleased for a whole queue at once, without the conditions that ready_queue_key and delayed_queue_key imply, such as the absence of a
-- lease.
-- VisibilityAgreementTest compares the two.
s.exec_state = any(:states)
and
--include queue_admits

-- name: lease_lapsed
-- The lease l of s has lapsed: s counts as FAILED_RETRYABLE if it ran, from the expiry on, unless that was its last attempt.
l.tenant_id = :tenant and l.expires_at <= :now::timestamptz
and s.tenant_id = l.tenant_id and s.uid = l.subject_uid and s.exec_queue_key = :queue
and case s.exec_state when 'N' then 'T' else s.exec_state end = any(:states)
and s.attempt_count + 1
  < coalesce(s.max_attempts_override, :max_attempts)
and
--include visible

-- name: lapsed_lease_list
-- Lapsed leases as a separate list in the order of subject_leased_until: without statistics the planner might choose another
-- index of live leases, which costs a read of every live lease.
(select * from tapline.subject_lease k
 where k.tenant_id = :tenant and k.expires_at <= :now::timestamptz
 order by k.expires_at offset 0)

-- name: queue_admits
-- The conditions of a queue on a job s, wherever it was found: its template, its scope, and a deadline in the future. All except
-- the scope is in the index subject_ready_order, so a count need not read the rows.
s.template_uid = any(:templates)
and (:any_site or s.site = any(:sites))
and (:any_platform or s.platform = any(:platforms))
and (:any_assay or s.assay = any(:assays))
and (s.deadline_at is null or s.deadline_at > :now::timestamptz)
and not s.is_deleted

-- name: is_visible
-- The visibility rule for one job.
select exists (
  select 1 from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid = :uid and coalesce(s.ready_queue_key, s.delayed_queue_key) = :queue
    and s.visible_from <= :now::timestamptz and
--include unleased
) or exists (
  select 1 from tapline.subject_lease l, tapline.subject_document s
  where s.uid = :uid and
--include lease_lapsed
)
