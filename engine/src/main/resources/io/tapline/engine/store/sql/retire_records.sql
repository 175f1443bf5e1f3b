delete from tapline.instance_record where tenant_id = :tenant and uid = any(:linked)
returning uid
