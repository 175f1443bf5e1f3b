-- A busy worker or queue is the parent of nearly all leases, and any other object of none in that role: a plan that is kept for
-- both goes through all records to find the children of one subject. So links are planned for the objects at hand.
select current_setting('plan_cache_mode') as usual, set_config('plan_cache_mode', ?, true)
