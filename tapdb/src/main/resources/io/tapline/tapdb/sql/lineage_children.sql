-- lineage_children.sql: links from any of these parents down. Not ordered: a busy queue has a million children, and a limit
-- without a sort stops at the first few. Each branch of the view meets an index of its own (LineageTest reads the plan).
select parent_uid, relationship, child_uid
from tapline.generic_instance_lineage
where tenant_id = ? and parent_uid = any (?)
limit ?
