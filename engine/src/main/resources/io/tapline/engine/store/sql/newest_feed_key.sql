select max(feed_key) from tapline.instance_action where tenant_id = :tenant and executed_on_uid = :uid
