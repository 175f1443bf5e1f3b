-- The visibility rule for a subject s of one queue, but for its time, its state and its lease: a subject
-- without a lease is found by its place in the queue (unleased.sql), one whose lease lapsed by that lease (lease_lapsed.sql).
-- Included by claim, list, count and metrics alike. decide/VisibilityRule.java is the same rule for one subject at hand;
-- VisibilityAgreementTest keeps the two together.
-- Holds by scalar subqueries whose order leaves one index each to choose, as in unleased.sql.
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
