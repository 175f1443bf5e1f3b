-- What was made from these objects, one step down: links of the domain, and what attempts on them had as outputs. An attempt is a
-- step between two things, not a thing: it is told by the maker of its output (made_by.sql). Links that keep the books of
-- execution (its leases, holds, queues, workers) are left out.
(select k.parent_uid, k.relationship, k.child_uid
 from tapline.lineage_link k
 where k.tenant_id = :tenant and k.parent_uid = any(:uids)
   and not starts_with(k.relationship, 'execution_') and k.relationship not in ('executed_on', 'access_token_session')
 limit :limit)
union all
(select a.subject_uid, o.relationship, o.child_uid
 from tapline.attempt a
 join tapline.lineage_link o on o.tenant_id = a.tenant_id and o.parent_uid = a.record_uid
   and o.relationship = 'execution_record_output'
 where a.tenant_id = :tenant and a.subject_uid = any(:uids) and o.child_uid <> a.subject_uid
 limit :limit)
union all
(select k.parent_uid, o.relationship, o.child_uid
 from tapline.lineage_link k
 join tapline.lineage_link o on o.tenant_id = k.tenant_id and o.parent_uid = k.child_uid
   and o.relationship = 'execution_record_output'
 where k.tenant_id = :tenant and k.parent_uid = any(:uids) and k.relationship = 'execution_subject_record'
   and o.child_uid <> k.parent_uid
 limit :limit)
