-- Any kind of object; used to prove that what a request names is there.
select uid, euid from tapline.generic_instance
where tenant_id = :tenant and uid = any(:uids) and storage_class in ('subject', 'lease', 'record', 'registry', 'action')
