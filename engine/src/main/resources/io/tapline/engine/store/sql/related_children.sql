-- The children of some objects by certain relationships. Single links only: those of claims and actions are the engine's own.
-- Bounded: a decision looks at dozens, not at a lifetime.
select k.parent_uid as near_uid, k.relationship, k.child_uid as far_uid
from unnest(:uids) as asked(uid)
cross join unnest(:relationships) as r(relationship)
cross join lateral (
  select l.* from tapline.lineage_link l
  where l.tenant_id = :tenant and l.parent_uid between asked.uid and asked.uid and l.relationship = r.relationship
  order by l.parent_uid, l.relationship, l.child_uid
  limit 10000) k
order by near_uid, k.relationship, far_uid
