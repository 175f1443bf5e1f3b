-- Holds or dead letters by status, oldest first, a page at a time, with their subject and queue as lineage says.
with page as materialized (
  select h.uid, h.euid, h.json_addl ->> 'properties' as properties,
    s.uid as subject_uid, s.euid as subject_euid, s.name as subject_name, q.queue_key
  from tapline.instance_registry h
  left join lateral (
    -- Behind a limit of its own: see evidence_linked.sql.
    select i.uid, i.euid, i.name from tapline.lineage_link k
    cross join lateral (
      select i.uid, i.euid, i.name from tapline.instance_subject i
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
    -- As they are grouped: see dead_letter_groups.sql.
    and (:error::text is null or coalesce(h.json_addl #>> '{properties,error_class}', h.json_addl #>> '{properties,reason_code}', 'unknown') = :error)
    and (:message::text is null
      or left(coalesce(h.json_addl #>> '{properties,error_message}', h.json_addl #>> '{properties,last_error}', ''), 200) = :message)
  order by h.uid
  limit :limit)
--include evidence_linked
