-- What these objects were made from, one step up; see made_from_down.sql.
(select k.parent_uid, k.relationship, k.child_uid
 from tapline.lineage_link k
 where k.tenant_id = :tenant and k.child_uid = any(:uids)
   and not starts_with(k.relationship, 'execution_') and k.relationship not in ('executed_on', 'access_token_session')
 limit :limit)
union all
(select a.subject_uid, o.relationship, o.child_uid
 from tapline.lineage_link o
 join tapline.attempt a on a.tenant_id = o.tenant_id and a.record_uid = o.parent_uid
 where o.tenant_id = :tenant and o.child_uid = any(:uids) and o.relationship = 'execution_record_output'
   and o.child_uid <> a.subject_uid
 limit :limit)
union all
(select k.parent_uid, o.relationship, o.child_uid
 from tapline.lineage_link o
 join tapline.lineage_link k on k.tenant_id = o.tenant_id and k.child_uid = o.parent_uid
   and k.relationship = 'execution_subject_record'
 where o.tenant_id = :tenant and o.child_uid = any(:uids) and o.relationship = 'execution_record_output'
   and o.child_uid <> k.parent_uid
 limit :limit)
