-- Workers that have not been retired, with their live leases.
select w.uid, w.euid, w.json_addl ->> 'properties' as properties,
  (select count(*) from tapline.live_lease l where l.tenant_id = w.tenant_id and l.worker_uid = w.uid
    and l.expires_at > :now) as active_leases
from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.uid > :after
  and (:with_retired or w.status is distinct from 'RETIRED')
order by w.uid
limit :limit
