-- The seven links of a claim, as every reader sees them: through the logical lineage table.
select l.euid as object, 'links missing: ' || string_agg(e.relationship, ', ' order by e.relationship) as found
from tapline.instance_lease l
cross join (values ('execution_subject_lease'), ('execution_worker_lease'), ('execution_queue_lease'),
  ('execution_lease_record'), ('execution_subject_record'), ('execution_worker_record'),
  ('execution_queue_record')) e(relationship)
left join (
  select k.relationship, k.child_uid as lease_uid from tapline.generic_instance_lineage k
  where k.tenant_id = :tenant and k.parent_uid is not null
    and k.relationship in ('execution_subject_lease', 'execution_worker_lease', 'execution_queue_lease')
  union all
  select k.relationship, k.parent_uid from tapline.generic_instance_lineage k
  where k.tenant_id = :tenant and k.relationship = 'execution_lease_record'
  union all
  select k.relationship, r.lease_uid from tapline.generic_instance_lineage k
  join tapline.attempt_record r on r.tenant_id = k.tenant_id and r.uid = k.child_uid
  where k.tenant_id = :tenant and k.parent_uid is not null
    and k.relationship in ('execution_subject_record', 'execution_worker_record', 'execution_queue_record')
  ) k on k.lease_uid = l.uid and k.relationship = e.relationship
where l.tenant_id = :tenant and k.lease_uid is null
  -- A lease without a record is one_record_per_lease's to report.
  and exists (select 1 from tapline.attempt_record r where r.tenant_id = :tenant and r.lease_uid = l.uid)
group by l.uid, l.euid
