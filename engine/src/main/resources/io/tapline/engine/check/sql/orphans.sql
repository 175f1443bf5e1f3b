-- Evidence about nothing: a hold, a dead letter or a record that stands on no subject, a worker that nobody registered.
select o.euid as object, 'no link ' || n.relationship as found
from tapline.generic_instance o
join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
join (values ('data/execution/hold/1.0', 'execution_subject_hold'),
  ('data/execution/hold/1.0', 'execution_actor_hold'),
  ('data/execution/dead_letter/1.0', 'execution_subject_dead_letter'),
  ('data/execution/dead_letter/1.0', 'execution_queue_dead_letter'),
  ('data/execution/dead_letter/1.0', 'execution_record_dead_letter'),
  ('data/execution/execution_record/1.0', 'execution_subject_record'),
  ('data/execution/properties/1.0', 'execution_subject_properties'),
  ('actor/system/worker/1.0', 'execution_actor_worker')) n(code, relationship) on n.code = t.template_code
left join (select distinct relationship, child_uid from tapline.generic_instance_lineage where tenant_id = :tenant) k
  on k.relationship = n.relationship and k.child_uid = o.uid
where o.tenant_id = :tenant and o.storage_class in ('registry', 'record') and k.child_uid is null
  -- A record that has a lease takes its links from it; what is missing there is claim_links' to report.
  and o.lease_uid is null
