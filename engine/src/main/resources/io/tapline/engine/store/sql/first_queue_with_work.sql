-- The first of some queues that a claim need look at. In the order in which they are given, which is that of the function's
-- rows: sorted by it, all of them would be probed before the first is known.
select q.uid
from unnest(:uids, :keys) as q(uid, key)
where
--include queue_may_have_work
limit :most
