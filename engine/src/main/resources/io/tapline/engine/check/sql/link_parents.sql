-- A link is typed: its parent is what its relationship says, or a traversal from a queue would arrive at a worker's lease.
select l.euid as object, 'subject, worker or queue link points to another kind of object' as found
from tapline.instance_lease l
left join tapline.instance_registry w on w.tenant_id = l.tenant_id and w.uid = l.worker_uid
left join tapline.instance_registry q on q.tenant_id = l.tenant_id and q.uid = l.queue_uid
where l.tenant_id = :tenant
  and (exists (select 1 from tapline.generic_instance o where o.tenant_id = :tenant
        and o.storage_class not in ('subject', 'pulse') and o.uid = l.subject_uid)
    or w.json_addl #>> '{properties,worker_key}' is null and w.uid is not null
    or q.json_addl #>> '{properties,queue_key}' is null and q.uid is not null)
