-- Holds and dead letters: evidence that lineage links to a job.

-- name: linked_objects
-- Active holds or open dead letters of jobs: the linked objects with their own status.
select k.parent_uid, h.uid, h.euid, h.json_addl ->> 'properties' as properties
from unnest(:uids) as u(uid)
cross join lateral (
  select k.parent_uid, k.child_uid from tapline.lineage_link k
  where k.tenant_id = :tenant and k.parent_uid between u.uid and u.uid and k.relationship = :relationship
  order by k.parent_uid, k.relationship, k.child_uid) k
cross join lateral (
  select * from tapline.instance_registry h
  where h.tenant_id = :tenant and h.uid between k.child_uid and k.child_uid
  order by h.uid limit 1) h
where h.status = :status
order by h.uid

-- name: subjects_of
-- The jobs of holds or dead letters.
select child_uid, parent_uid from tapline.lineage_link
where tenant_id = :tenant and child_uid = any(:uids) and relationship = :relationship

-- name: registry_list
-- Holds or dead letters by status, oldest first, page by page, with the job and the queue from lineage. Documents beyond the
-- maximum number of bytes are not sent: the page ends before them.
with listed as materialized (
  select h.uid, h.euid, h.json_addl ->> 'properties' as properties,
    s.uid as subject_uid, s.euid as subject_euid, s.name as subject_name, q.queue_key
  from tapline.instance_registry h
  left join lateral (
    -- With its own limit: see evidence_linked.
    select i.uid, i.euid, i.name from tapline.lineage_link k
    cross join lateral (
      select i.uid, i.euid, i.name from tapline.subject_document i
      where i.tenant_id = :tenant and i.uid = k.parent_uid limit 1) i
    where k.tenant_id = h.tenant_id and k.child_uid = h.uid and k.relationship = :subject_relationship
    limit 1) s on true
  left join lateral (
    select r.json_addl #>> '{properties,queue_key}' as queue_key from tapline.lineage_link k
    join tapline.instance_registry r on r.tenant_id = k.tenant_id and r.uid = k.parent_uid
    where k.tenant_id = h.tenant_id and k.child_uid = h.uid and k.relationship = :queue_relationship
    limit 1) q on true
  where h.tenant_id = :tenant and h.template_uid = :template and h.status = any(:statuses) and h.uid > :after
    and (:queue::text is null or q.queue_key = :queue)
    and (:reason_code::text is null or h.json_addl #>> '{properties,reason_code}' = :reason_code)
    and (:stage::text is null or h.json_addl #>> '{properties,stage}' = :stage)
    -- Both filters repeat the expressions of dead_letter_groups.
    and (:error::text is null or coalesce(h.json_addl #>> '{properties,error_class}', h.json_addl #>> '{properties,reason_code}', 'unknown') = :error)
    and (:message::text is null
      or left(coalesce(h.json_addl #>> '{properties,error_message}', h.json_addl #>> '{properties,last_error}', ''), 200) = :message)
  order by h.uid
  limit :limit),
page as materialized (
  select l.uid, l.euid, l.subject_uid, l.subject_euid, l.subject_name, l.queue_key,
    case when coalesce(sum(octet_length(l.properties)) over (
      order by l.uid rows between unbounded preceding and 1 preceding), 0) < :bytes then l.properties end as properties
  from listed l)
--include evidence_linked

-- name: history_linked
-- Holds or dead letters of a job in any status, with the queue from lineage.
with page as materialized (
  select h.uid, h.euid, h.json_addl ->> 'properties' as properties,
    s.uid as subject_uid, s.euid as subject_euid, s.name as subject_name,
    (select q.json_addl #>> '{properties,queue_key}' from tapline.lineage_link qk
      join tapline.instance_registry q on q.tenant_id = qk.tenant_id and q.uid = qk.parent_uid
      where qk.tenant_id = h.tenant_id and qk.child_uid = h.uid and qk.relationship = :queue_relationship
      limit 1) as queue_key
  from tapline.lineage_link k
  join tapline.subject_document s on s.tenant_id = k.tenant_id and s.uid = k.parent_uid
  join tapline.instance_registry h on h.tenant_id = k.tenant_id and h.uid = k.child_uid
  where k.tenant_id = :tenant and k.parent_uid = :uid and k.relationship = :subject_relationship
  order by h.uid
  limit :limit)
--include evidence_linked

-- name: evidence_linked
-- The shown data of a page of holds or dead letters, from lineage: the person or worker that placed it or the record that led to
-- it, the actor that ended it, and the last lease before it. The page is materialized first, so only its objects are read. The
-- object at the other end is read behind its own limit, so that its uid is the key of an index regardless of the planner's estimates:
-- as a plain join, on tables without statistics, it read all attempts for each row (1,000 letters: 2 s).
select page.uid, page.euid, page.properties, page.subject_euid, page.subject_name, page.queue_key,
  placed.euid as placed_by, placed.name as placed_by_name, ended.euid as ended_by, ended.name as ended_by_name,
  -- The uids of one job increase.
  (select
--include attempt/lease_euid
    from tapline.attempt l
    where l.tenant_id = :tenant and l.subject_uid between page.subject_uid and page.subject_uid and l.uid < page.uid
    order by l.subject_uid desc, l.feed_key desc, l.action_uid desc limit 1) as last_lease
from page
left join lateral (
  select a.euid, a.name from tapline.lineage_link k
  cross join lateral (
    select a.euid, coalesce(a.json_addl #>> '{properties,display_name}', a.name) as name
    from tapline.object_by_uid(:tenant, k.parent_uid) a where a.storage_class in ('registry', 'record')) a
  where k.tenant_id = :tenant and k.child_uid = page.uid and k.relationship = :placed_relationship
  limit 1) placed on true
left join lateral (
  select a.euid, a.name from tapline.lineage_link k
  cross join lateral (
    select a.euid, coalesce(a.json_addl #>> '{properties,display_name}', a.name) as name from tapline.instance_registry a
    where a.tenant_id = :tenant and a.uid = k.parent_uid limit 1) a
  where k.tenant_id = :tenant and k.child_uid = page.uid and k.relationship = :ended_relationship
  limit 1) ended on true
order by page.uid

-- name: dead_letter_groups
-- Counts of dead letters: all that match, and by error, message and queue. Each grouping omits its own filter, so that the other
-- groups can still be chosen. The largest groups of each come first, with the number of all groups; a message counts by its first
-- 200 characters, so that messages that differ only at their end form one group.
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
