-- A task s of a room, perhaps of one job, perhaps with one of some facts: its state, and how its newest lease stands. Which
-- facts make which status is the projection's to say (TaskFacts); nothing is decided here. Scalar subqueries whose order
-- leaves one index each to choose, as in unleased.sql.
s.tenant_id = :tenant and s.room_id = :room
and (:job::text is null or s.json_addl #>> '{properties,execution,submission,job}' = :job)
and (:every_fact or s.exec_state || ' ' || coalesce((
  select case
    when l.status <> 'ACTIVE' then 'NONE'
    when l.expires_at > :now then 'LIVE'
    when (s.json_addl #>> '{properties,execution,attempt_count}')::integer + 1
      >= coalesce((s.json_addl #>> '{properties,execution,max_attempts_override}')::integer, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = l.tenant_id and q.uid between l.queue_uid and l.queue_uid order by q.uid limit 1)) then 'SPENT'
    else 'LAPSED' end
  from tapline.instance_lease l
  where l.tenant_id = s.tenant_id and l.subject_uid between s.uid and s.uid
  order by l.subject_uid desc, l.uid desc limit 1), 'NONE') = any(:facts))
