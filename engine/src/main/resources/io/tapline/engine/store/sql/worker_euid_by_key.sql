select euid from tapline.instance_registry
where tenant_id = :tenant and template_uid = :template and object_key = :key
