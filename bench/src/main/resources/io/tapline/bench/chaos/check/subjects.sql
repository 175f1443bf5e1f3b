select euid, exec_state from tapline.instance_subject where tenant_id = ?
