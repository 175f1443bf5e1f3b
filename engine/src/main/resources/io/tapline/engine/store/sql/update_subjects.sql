-- Only the envelope is sent; the subject's own properties stay where they are.
update tapline.instance_subject s
set json_addl = jsonb_set(s.json_addl, '{properties,execution}', v.execution::jsonb), modified_dt = :now
from unnest(:uids, :documents) as v(uid, execution)
where s.tenant_id = :tenant and s.uid = v.uid
