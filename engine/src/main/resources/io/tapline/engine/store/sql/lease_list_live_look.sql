-- How far lease_list_live.sql looked: the last lease it came to, and how many there were.
with live as materialized (
--include leases_live
)
select max(uid) as last_uid, count(*) as looked
from (select uid from live order by uid limit :look) k
