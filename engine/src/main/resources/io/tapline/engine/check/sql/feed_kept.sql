-- The subject keeps its newest place in the log: the next action's is not below it.
select s.euid as object, 'feed key ' || coalesce(s.feed_key::text, 'unset') || ', but its newest action has '
  || a.newest as found
from (
  select executed_on_uid, max(feed_key) as newest from tapline.generic_instance
  where tenant_id = :tenant and storage_class in ('action', 'pulse') group by executed_on_uid) a
join tapline.instance_subject s on s.tenant_id = :tenant and s.uid = a.executed_on_uid
where coalesce(s.feed_key, 0) < a.newest
