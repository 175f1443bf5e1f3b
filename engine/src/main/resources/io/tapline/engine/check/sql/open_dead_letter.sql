-- An open dead letter asks somebody to decide about failed work; work that goes on has nothing to decide, and no two
-- letters ask about one failure.
select s.euid as object, s.exec_state || ' with ' || count(*) || ' OPEN dead letters' as found
from tapline.lineage_link k
join tapline.instance_registry d on d.tenant_id = k.tenant_id and d.uid = k.child_uid and d.status = 'OPEN'
join tapline.instance_subject s on s.tenant_id = k.tenant_id and s.uid = k.parent_uid
where k.tenant_id = :tenant and k.relationship = 'execution_subject_dead_letter'
group by s.uid, s.euid, s.exec_state
having s.exec_state <> 'FAILED_TERMINAL' or count(*) > 1
