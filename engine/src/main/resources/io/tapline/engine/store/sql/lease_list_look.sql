-- How far lease_list.sql looked: the last lease it came to, and how many there were.
select max(uid) as last_uid, count(*) as looked
from (
--include leases_looked_at
) l
