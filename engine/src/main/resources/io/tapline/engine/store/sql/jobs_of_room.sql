-- Active jobs of one room, newest first: a range of the index registry_key. Without their schemas, which lists do not show.
select j.uid, j.euid, ((j.json_addl -> 'properties') - 'schema')::text as properties
from tapline.instance_registry j
where j.tenant_id = :tenant and j.template_uid = :template and j.object_key >= :from_key and j.object_key < :until_key
  and j.status = 'ACTIVE'
order by j.uid desc
