delete from tapline.lineage_link where tenant_id = :tenant and child_uid = any(:gone)
