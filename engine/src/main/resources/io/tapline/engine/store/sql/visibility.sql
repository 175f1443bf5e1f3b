-- Visible jobs of a queue: one rule over sets, in parts that other statements include.

-- name: visible
-- The visibility rule for a job s of one queue, except for its time, its state and its lease: a job without a lease is found by
-- its position in the queue (unleased), one with a lapsed lease by that lease (lease_lapsed). Included by claim, list, count and
-- metrics alike. decide/VisibilityRule.java is the same rule for one loaded job; VisibilityAgreementTest compares the two. Holds
-- by scalar subqueries whose order leaves one index each to choose, as in unleased.
s.terminal is distinct from 'true'
and s.cancel_requested is distinct from 'true'
and s.hold_state is distinct from 'ACTIVE'
and not coalesce((
  select bool_or((
    select h.status = 'ACTIVE' from tapline.instance_registry h
    where h.tenant_id = k.tenant_id and h.uid between k.child_uid and k.child_uid order by h.uid limit 1))
  from (
    select k.tenant_id, k.child_uid from tapline.lineage_link k
    where k.tenant_id = s.tenant_id and k.parent_uid between s.uid and s.uid
      and k.relationship = 'execution_subject_hold'
    order by k.parent_uid, k.relationship, k.child_uid) k), false)
and
--include queue_admits

-- name: unleased
-- s has no lease, by its row.
s.exec_state = any(:states)
and s.lease_uid is null
and
--include visible

-- name: unleased_whole_queue
-- unleased for a whole queue at once: holds were collected before (subjects_on_hold) instead of being read for each job, and the
-- conditions that ready_queue_key and delayed_queue_key imply, such as the absence of a lease, are not repeated.
-- VisibilityAgreementTest compares the two.
s.exec_state = any(:states)
and s.uid <> all(:apart)
and
--include queue_admits

-- name: lease_lapsed
-- The lease l of s has lapsed: s counts as FAILED_RETRYABLE if it ran, from the expiry on, unless that was its last attempt.
l.tenant_id = :tenant and l.expires_at <= :now::timestamptz
and s.tenant_id = l.tenant_id and s.uid = l.subject_uid and s.exec_queue_key = :queue
and case s.exec_state when 'RUNNING' then 'FAILED_RETRYABLE' else s.exec_state end = any(:states)
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

-- name: subjects_on_hold
-- The held jobs, which are in a queue by their key and yet not visible. The read begins with the active holds, which are few; a
-- scalar subquery, so that links are looked up and never scanned.
select (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = h.tenant_id and k.child_uid between h.uid and h.uid and k.relationship = 'execution_subject_hold'
  order by k.child_uid, k.relationship, k.parent_uid limit 1) as uid
from tapline.instance_registry h
where h.tenant_id = :tenant and h.template_uid = :hold and h.status = 'ACTIVE'

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
