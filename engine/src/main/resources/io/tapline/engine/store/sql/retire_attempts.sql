delete from tapline.instance_record where tenant_id = :tenant and lease_uid = any(:leases)
returning uid
