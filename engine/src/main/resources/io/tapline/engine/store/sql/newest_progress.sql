-- The newest progress of each subject, whichever lease it was reported under. Only progress has no feed key, so it stands
-- together in pulse_executed_on, by uid: one step back from its end for each subject, however often it was renewed.
select s.uid, p.json_addl #>> '{properties,lease_euid}' as lease_euid, p.json_addl #>> '{properties,result}' as progress
from unnest(:uids) as s(uid)
cross join lateral (
  select k.json_addl from tapline.instance_pulse k
  where k.tenant_id = :tenant and k.executed_on_uid = s.uid and k.feed_key is null
  order by k.uid desc
  limit 1) p
