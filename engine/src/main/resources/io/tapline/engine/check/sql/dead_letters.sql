-- One dead letter for each time that work was dead-lettered, no more, no fewer.
select s.euid as object, coalesce(e.n, 0) || ' job_dead_lettered events, ' || coalesce(d.n, 0) || ' dead letters' as found
from tapline.instance_subject s
left join (
  select a.subject_uid, count(*) as n from tapline.instance_action a
  where a.tenant_id = :tenant and a.json_addl @> '{"properties":{"events":[{"type":"job_dead_lettered"}]}}'
  group by a.subject_uid) e on e.subject_uid = s.uid
left join (
  select k.parent_uid, count(*) as n from tapline.lineage_link k
  where k.tenant_id = :tenant and k.relationship = 'execution_subject_dead_letter'
  group by k.parent_uid) d on d.parent_uid = s.uid
where s.tenant_id = :tenant and coalesce(e.n, 0) <> coalesce(d.n, 0)
