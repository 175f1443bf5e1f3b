delete from tapline.instance_registry where tenant_id = :tenant and uid = any(:linked)
returning uid
