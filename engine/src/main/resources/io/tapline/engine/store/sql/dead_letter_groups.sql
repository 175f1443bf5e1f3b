-- Dead letters counted: all that match, and by error, message and queue. Each way of grouping leaves its own filter aside, so that
-- the other groups can still be chosen. The largest groups of each come first, and how many there are of all of them beside it; a message counts by its first 200 characters, as long
-- as anything that differs only in numbers at its end.
with letters as materialized (
  select coalesce(h.json_addl #>> '{properties,error_class}', h.json_addl #>> '{properties,reason_code}', 'unknown') as error,
    left(coalesce(h.json_addl #>> '{properties,error_message}', h.json_addl #>> '{properties,last_error}', ''), 200) as message,
    q.queue_key as queue
  from tapline.instance_registry h
  left join lateral (
    select r.json_addl #>> '{properties,queue_key}' as queue_key from tapline.lineage_link k
    join tapline.instance_registry r on r.tenant_id = k.tenant_id and r.uid = k.parent_uid
    where k.tenant_id = h.tenant_id and k.child_uid = h.uid and k.relationship = 'execution_queue_dead_letter'
    limit 1) q on true
  where h.tenant_id = :tenant and h.template_uid = :template and h.status = any(:statuses)
    and (:reason_code::text is null or h.json_addl #>> '{properties,reason_code}' = :reason_code)
    and (:stage::text is null or h.json_addl #>> '{properties,stage}' = :stage)),
judged as (
  select error, message, queue,
    :error::text is null or error = :error as by_error,
    :message::text is null or message = :message as by_message,
    :queue::text is null or queue = :queue as by_queue
  from letters),
groups as (
  select 'total' as grouped, null as value, count(*) as letters from judged where by_error and by_message and by_queue
  union all
  select 'any_error', null, count(*) from judged where by_message and by_queue
  union all
  select 'any_message', null, count(*) from judged where by_error and by_queue
  union all
  select 'any_queue', null, count(*) from judged where by_error and by_message
  union all
  select 'error', error, count(*) from judged where by_message and by_queue group by error
  union all
  select 'message', message, count(*) from judged where by_error and by_queue group by message
  union all
  select 'queue', queue, count(*) from judged where by_error and by_message group by queue)
select g.grouped, g.value, g.letters
from (select g.*, row_number() over (partition by g.grouped order by g.letters desc, g.value) as place from groups g) g
where g.place <= :most
order by g.grouped, g.place
