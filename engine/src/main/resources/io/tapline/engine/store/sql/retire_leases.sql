delete from tapline.instance_lease where tenant_id = :tenant and subject_uid = any(:uids)
returning uid
