-- The visibility rule of source 000 §3.1 for a subject s of one queue, but for its time and its state, which each use
-- tests through the index that fits it. Included by claim, list, count and metrics alike; decide/Visibility.java is the
-- same rule for one subject at hand, and VisibilityAgreementTest keeps the two together.
-- Leases: an aggregate in a scalar subquery on purpose. Written as NOT EXISTS it becomes an anti-join, which the planner
-- may turn into a scan of every live lease; and with no condition on the status it cannot pick the partial index.
s.template_uid = any(:templates)
and (:any_site or s.json_addl #>> '{properties,execution,scope,site}' = any(:sites))
and (:any_platform or s.json_addl #>> '{properties,execution,scope,platform}' = any(:platforms))
and (:any_assay or s.json_addl #>> '{properties,execution,scope,assay}' = any(:assays))
and s.json_addl #>> '{properties,execution,terminal}' is distinct from 'true'
and s.json_addl #>> '{properties,execution,cancel_requested}' is distinct from 'true'
and s.json_addl #>> '{properties,execution,hold_state}' is distinct from 'ACTIVE'
and not s.is_deleted
and coalesce((
  select bool_and(l.status <> 'ACTIVE' or (l.expires_at <= :now
    and (s.json_addl #>> '{properties,execution,attempt_count}')::integer + 1
      < coalesce((s.json_addl #>> '{properties,execution,max_attempts_override}')::integer, :max_attempts)))
  from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid = s.uid), true)
and not exists (
  select 1 from tapline.lineage_link k
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = s.tenant_id and k.parent_uid = s.uid and k.relationship = 'execution_subject_hold'
    and h.status = 'ACTIVE')
