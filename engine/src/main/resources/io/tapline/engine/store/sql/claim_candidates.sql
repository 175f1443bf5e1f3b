-- The first visible subjects of one queue, locked. SKIP LOCKED: another claimer has what is locked, or it is changing.
-- The order is that of the index subject_ready_order, column by column: any difference sorts the whole backlog.
-- A worker takes no subject that names a place it does not serve.
select s.uid
from tapline.instance_subject s
where s.tenant_id = :tenant and s.ready_queue_key = :queue
  and s.visible_from <= :now
  and (:every_site or s.json_addl #>> '{properties,execution,scope,site}' is null
    or s.json_addl #>> '{properties,execution,scope,site}' = any(:worker_sites))
  and (:every_platform or s.json_addl #>> '{properties,execution,scope,platform}' is null
    or s.json_addl #>> '{properties,execution,scope,platform}' = any(:worker_platforms))
  and (:every_assay or s.json_addl #>> '{properties,execution,scope,assay}' is null
    or s.json_addl #>> '{properties,execution,scope,assay}' = any(:worker_assays))
  and
--include unleased
order by s.priority desc, s.due_at, s.visible_from, s.created_dt, s.euid
limit :limit
for no key update of s skip locked
