-- The subjects that a hold is placed on: what is in a queue by its key and yet not visible. From the holds that are
-- active, of which there are few; a scalar subquery, so that links are looked up and never scanned.
select (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = h.tenant_id and k.child_uid between h.uid and h.uid and k.relationship = 'execution_subject_hold'
  order by k.child_uid, k.relationship, k.parent_uid limit 1) as uid
from tapline.instance_registry h
where h.tenant_id = :tenant and h.template_uid = :hold and h.status = 'ACTIVE'
