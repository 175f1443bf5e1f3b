-- The subjects that holds or dead letters stand on.
select child_uid, parent_uid from tapline.lineage_link
where tenant_id = :tenant and child_uid = any(:uids) and relationship = :relationship
