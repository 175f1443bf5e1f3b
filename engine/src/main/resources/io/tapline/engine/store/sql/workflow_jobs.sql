select k.child_uid from tapline.lineage_link k
where k.tenant_id = :tenant and k.parent_uid = :workflow and k.relationship = :relationship
order by k.child_uid
