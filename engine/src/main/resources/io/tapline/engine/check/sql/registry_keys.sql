-- One queue, one worker, one principal per key: a duplicate would split its leases between two objects.
select min(o.euid) as object, count(*) || ' of ' || t.template_code || ' have the key ' || o.object_key as found
from tapline.instance_registry o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
where o.tenant_id = :tenant and o.object_key is not null
group by t.template_code, o.object_key
having count(*) > 1
