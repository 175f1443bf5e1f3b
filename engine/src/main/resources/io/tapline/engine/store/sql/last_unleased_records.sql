-- What a reconciliation supersedes: requeues and external results write records that no lease stands behind.
select k.parent_uid as subject_uid, max(k.child_uid) as record_uid
from tapline.lineage_link k
where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record'
group by k.parent_uid
