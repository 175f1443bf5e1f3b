-- Every queue that is not retired, and which version of it is the newest: xmin is another after every change of the row.
select uid, xmin::text as version
from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key is not null
