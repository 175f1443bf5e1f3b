-- What a queue has to give: how many subjects are visible, counted up to :most, and when the next one will be. Delayed
-- subjects come into sight by themselves, and so do those whose lease lapses. The next lapse is that of the whole tenant:
-- one index entry, while that of the queue may lie behind many leases of others.
select (
  select count(*) from (
    (select 1 from tapline.instance_subject s
     where s.tenant_id = :tenant and s.ready_queue_key = :queue and s.visible_from <= :now and
--include unleased
     order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
     limit :most)
    union all
    (select 1 from tapline.instance_subject s
     where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from <= :now and
--include unleased
     order by s.visible_from
     limit :most)
    union all
    (select 1 from tapline.live_lease l, tapline.instance_subject s
     where
--include lease_lapsed
     limit :most)
    limit :most) visible) as claimable,
  least(
    (select s.visible_from from tapline.instance_subject s
     where s.tenant_id = :tenant and s.delayed_queue_key = :queue and s.visible_from > :now
     order by s.visible_from limit 1),
    (select l.expires_at from tapline.live_lease l
     where l.tenant_id = :tenant and l.expires_at > :now
     order by l.expires_at limit 1)) as next
