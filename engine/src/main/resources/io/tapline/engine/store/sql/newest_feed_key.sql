-- Of a worker or a queue, heartbeats included (see read_subjects.sql).
select greatest(
  (select max(feed_key) from tapline.instance_action where tenant_id = :tenant and executed_on_uid = :uid),
  (select max(feed_key) from tapline.instance_pulse where tenant_id = :tenant and executed_on_uid = :uid
    and created_dt > now() - interval '1 day'))
