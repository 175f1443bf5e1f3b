-- lineage_parents.sql: links from any of these children up; see lineage_children.sql.
select parent_uid, relationship, child_uid
from tapline.generic_instance_lineage
where tenant_id = ? and child_uid = any (?)
limit ?
