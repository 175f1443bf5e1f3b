-- The places of some tasks among all that wait in their job's queue. Reads that queue and no other:
-- what is pending elsewhere costs nothing. Planned for the values at hand, as queue_depth_large.sql, so that a long queue is read
-- by its index alone: with a look at the leases and holds of each of a million subjects it took seconds.
select uid, place from (
  select s.uid, row_number() over (order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid) as place
  from tapline.instance_subject s
  where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and
--include unleased_whole_queue
) places
where uid = any(:uids)
