-- What is shown of a page of holds or dead letters: who placed it (a person or a worker) or which record led to it, who ended it, and
-- the last lease before it, as lineage says. Only of what is on the page: the page is materialized before this.
select page.uid, page.euid, page.properties, page.subject_euid, page.subject_name, page.queue_key,
  placed.euid as placed_by, placed.name as placed_by_name, ended.euid as ended_by, ended.name as ended_by_name,
  -- Uids of one subject rise.
  (select l.euid from tapline.instance_lease l
    where l.tenant_id = :tenant and l.subject_uid = page.subject_uid and l.uid < page.uid
    order by l.uid desc limit 1) as last_lease
from page
left join lateral (
  select a.euid, coalesce(a.json_addl #>> '{properties,display_name}', a.name) as name from tapline.lineage_link k
  join tapline.generic_instance a on a.tenant_id = k.tenant_id and a.uid = k.parent_uid
    and a.storage_class in ('registry', 'record')
  where k.tenant_id = :tenant and k.child_uid = page.uid and k.relationship = :placed_relationship
  limit 1) placed on true
left join lateral (
  select a.euid, coalesce(a.json_addl #>> '{properties,display_name}', a.name) as name from tapline.lineage_link k
  join tapline.instance_registry a on a.tenant_id = k.tenant_id and a.uid = k.parent_uid
  where k.tenant_id = :tenant and k.child_uid = page.uid and k.relationship = :ended_relationship
  limit 1) ended on true
order by page.uid
