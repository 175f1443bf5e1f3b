-- The visibility rule of source 000 §3.1 for a subject s of one queue, but for its time, its state and its lease: a subject
-- without a lease is found by its place in the queue (unleased.sql), one whose lease lapsed by that lease (lapsed.sql).
-- Included by claim, list, count and metrics alike. decide/Visibility.java is the same rule for one subject at hand;
-- VisibilityAgreementTest keeps the two together.
s.template_uid = any(:templates)
and (:any_site or s.json_addl #>> '{properties,execution,scope,site}' = any(:sites))
and (:any_platform or s.json_addl #>> '{properties,execution,scope,platform}' = any(:platforms))
and (:any_assay or s.json_addl #>> '{properties,execution,scope,assay}' = any(:assays))
and s.json_addl #>> '{properties,execution,terminal}' is distinct from 'true'
and s.json_addl #>> '{properties,execution,cancel_requested}' is distinct from 'true'
and s.json_addl #>> '{properties,execution,hold_state}' is distinct from 'ACTIVE'
and not s.is_deleted
and not exists (
  select 1 from tapline.lineage_link k
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_hold'
    and h.status = 'ACTIVE')
