-- Nothing is linked to itself: a traversal would go round for ever.
select coalesce(o.euid, 'uid ' || k.parent_uid) as object, k.relationship || ' to itself' as found
from tapline.generic_instance_lineage k
left join tapline.generic_instance o on o.tenant_id = :tenant and o.uid = k.parent_uid
where k.tenant_id = :tenant and k.parent_uid = k.child_uid
