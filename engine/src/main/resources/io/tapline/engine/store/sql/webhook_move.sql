-- Forward only: a server that lost the webhook to another, and does not know yet, takes nothing back.
update tapline.instance_registry o
set json_addl = :document::jsonb, modified_dt = tapline.clock()
where o.tenant_id = :tenant
  and o.uid = (select k.child_uid from tapline.lineage_link k
    where k.tenant_id = :tenant and k.parent_uid = :webhook and k.relationship = 'webhook_position')
  and ((o.json_addl #>> '{properties,feed_key}')::bigint, (o.json_addl #>> '{properties,feed_uid}')::bigint)
    < (:feed_key::bigint, :feed_uid::bigint)
