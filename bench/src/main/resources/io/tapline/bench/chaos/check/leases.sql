-- Every lease with its interval. One that lapsed protected nothing from then on, whenever that was settled.
select l.euid, l.uid, s.euid as subject, l.status,
  tapline.time_text(l.created_dt) as claimed_at,
  least(coalesce(l.released_at, l.expires_at), l.expires_at) as ended_at
from tapline.instance_lease l
join tapline.instance_subject s on s.tenant_id = l.tenant_id and s.uid = l.subject_uid
where l.tenant_id = ?
