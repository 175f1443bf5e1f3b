-- How a tenant's queues stood in one minute. A pulse: kept for as long as heartbeats are. It has no feed key, so it is no entry of the
-- log; its minute is its key, by which pulse_replay finds it.
insert into tapline.instance_pulse
  (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt, modified_dt)
values (:tenant, 'pulse', :uid, :template, :euid, :document::jsonb, :now, :now)
