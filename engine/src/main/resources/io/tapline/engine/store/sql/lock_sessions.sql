-- All sessions of one person that are not ended, in the order in which everyone locks them.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.instance_registry o
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE'
  and o.json_addl #>> '{properties,principal}' = :principal
order by o.uid
limit :limit
for no key update
