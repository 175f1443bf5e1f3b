-- What is shown of a page of holds or dead letters: who placed it (a person or a worker) or which record led to it, who ended it, and
-- the last lease before it, as lineage says. Only of what is on the page: the page is materialized before this.
-- Who is at the other end is looked up behind a limit of its own, so that its uid is the key of an index whatever the planner believes of
-- the tables: as a plain join, before they were counted, it read all attempts for each row (1,000 letters: 2 s).
select page.uid, page.euid, page.properties, page.subject_euid, page.subject_name, page.queue_key,
  placed.euid as placed_by, placed.name as placed_by_name, ended.euid as ended_by, ended.name as ended_by_name,
  -- Uids of one subject rise.
  (select l.euid from tapline.instance_lease l
    where l.tenant_id = :tenant and l.subject_uid = page.subject_uid and l.uid < page.uid
    order by l.uid desc limit 1) as last_lease
from page
left join lateral (
  select a.euid, a.name from tapline.lineage_link k
  cross join lateral (
    select a.euid, coalesce(a.json_addl #>> '{properties,display_name}', a.name) as name from tapline.generic_instance a
    where a.tenant_id = :tenant and a.uid = k.parent_uid and a.storage_class in ('registry', 'record') limit 1) a
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
