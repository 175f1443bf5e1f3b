delete from tapline.lineage_link where tenant_id = :tenant and parent_uid = any(:gone)
