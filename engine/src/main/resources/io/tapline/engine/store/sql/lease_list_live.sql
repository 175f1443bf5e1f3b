-- Live leases, oldest first, a page at a time; at most :look of them are looked at for one (lease_list_live_look.sql says how far).
-- Materialized, or the limit tempts the planner into walking all leases by uid until it has met enough live ones.
with live as materialized (
--include leases_live
),
looked as materialized (
  select uid, subject_uid from live order by uid limit :look),
page as materialized (
  select k.uid, 'ACTIVE' as shown_status from looked k
  where
--include lease_matches
  order by k.uid
  limit :limit)
--include leases_shown
