update tapline.instance_record o
set json_addl = jsonb_build_object('properties', v.properties::jsonb), modified_dt = :now
from unnest(:uids, :documents) as v(uid, properties)
where o.tenant_id = :tenant and o.uid = v.uid
