select w.uid from tapline.instance_registry w
where w.tenant_id = :tenant and w.template_uid = :template and w.object_key = :key
