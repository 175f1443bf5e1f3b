-- Links between objects.

-- name: lineage_planning
-- A busy worker or queue is the parent of nearly all leases, and any other object of none in that role: a plan that is kept for
-- both goes through all records to find the children of one subject. So links are planned for the objects at hand.
select current_setting('plan_cache_mode') as usual, set_config('plan_cache_mode', ?, true)

-- name: lineage_parents
-- Links from any of these children up; see lineage_children.
select parent_uid, relationship, child_uid
from tapline.generic_instance_lineage
where tenant_id = ? and child_uid = any (?)
limit ?

-- name: lineage_children
-- Links from any of these parents down. Not ordered: a busy queue has a million children, and a limit
-- without a sort stops at the first few. Each branch of the view meets an index of its own (LineageTest reads the plan).
select parent_uid, relationship, child_uid
from tapline.generic_instance_lineage
where tenant_id = ? and parent_uid = any (?)
limit ?
