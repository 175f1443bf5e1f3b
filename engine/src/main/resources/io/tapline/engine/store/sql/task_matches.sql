-- A task s of a room, perhaps of one job, perhaps with one of some facts: its state, and how its newest lease stands. Which
-- facts make which status is the projection's to say (TaskFacts); nothing is decided here. Scalar subqueries whose order
-- leaves one index each to choose, as in unleased.sql.
s.tenant_id = :tenant and s.room_id = :room
and (:job::text is null or (s.submission ->> 'job') = :job)
and (:every_fact or s.exec_state || ' ' || case
    when s.lease_uid is null then 'NONE'
    when s.lease_expires_at > :now then 'LIVE'
    when s.attempt_count + 1
      >= coalesce(s.max_attempts_override, (
        select (q.json_addl #>> '{properties,max_attempts_default}')::integer from tapline.instance_registry q
        where q.tenant_id = s.tenant_id and q.uid between s.lease_queue_uid and s.lease_queue_uid order by q.uid limit 1))
      then 'SPENT'
    else 'LAPSED' end = any(:facts))
