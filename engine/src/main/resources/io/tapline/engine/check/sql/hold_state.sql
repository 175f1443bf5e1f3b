-- Held is said three times: by the state, by hold_state and by the holds that lineage links. Visibility believes any of them.
select s.euid as object, s.exec_state || ', hold_state '
  || coalesce(s.hold_state, 'unset') || ', ' || coalesce(h.active, 0)
  || ' ACTIVE holds' as found
from tapline.instance_subject s
left join (
  select k.parent_uid, count(*) as active from tapline.lineage_link k
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = :tenant and k.relationship = 'execution_subject_hold' and h.status = 'ACTIVE'
  group by k.parent_uid) h on h.parent_uid = s.uid
where s.tenant_id = :tenant
  and not (
    (s.exec_state = 'HELD') = (coalesce(s.hold_state, '') = 'ACTIVE')
    and (s.exec_state = 'HELD') = (coalesce(h.active, 0) > 0))
