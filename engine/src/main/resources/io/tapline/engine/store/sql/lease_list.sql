-- Leases by status, oldest first, a page at a time. A lapsed lease is EXPIRED here from that instant on, settled or not.
-- At most :look leases are looked at for one page (lease_list_look.sql says how far): a status that hardly occurs must not
-- cost a walk over all that ever were. Materialized, so that only what is shown is joined to what it is about.
with looked as materialized (
  select k.uid, k.queue_uid, k.subject_uid,
    case when k.status = 'ACTIVE' and k.expires_at <= :now then 'EXPIRED' else k.status end as shown_status
  from (
--include leases_looked_at
  ) k),
page as materialized (
  select k.uid, k.shown_status from looked k
  where (:status::text is null or k.shown_status = :status) and (:queue::bigint is null or k.queue_uid = :queue)
    and (:queues::bigint[] is null or k.queue_uid = any(:queues)) and
--include lease_matches
  order by k.uid
  limit :limit)
--include leases_shown
