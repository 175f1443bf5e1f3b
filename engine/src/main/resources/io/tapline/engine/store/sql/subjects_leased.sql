-- Subjects under a lease that ends after :lease_after, the newest lease first, through subject_leased_until: however many have ended,
-- only those that stand are read. Materialized for the reason given in lease_list_live.sql.
with standing as materialized (
  select l.uid, l.subject_uid from tapline.live_lease l
  where l.tenant_id = :tenant and l.expires_at > :lease_after and l.uid < :place_uid),
page as materialized (
  select * from standing order by uid desc limit :look)
select s.uid, page.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from page
cross join lateral (
  select * from tapline.instance_subject s
  where s.tenant_id = :tenant and s.uid between page.subject_uid and page.subject_uid
  order by s.uid limit 1) s
order by page.uid desc
