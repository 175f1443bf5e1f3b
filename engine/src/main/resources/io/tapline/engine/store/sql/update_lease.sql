-- Each row finds its document by position, not by a join: a join's plan, made while the table was small, reads all rows of
-- the tenant and compares each with every uid.
update tapline.instance_lease o
set json_addl = ((:documents::text[])[array_position(:uids::bigint[], o.uid)])::jsonb,
  modified_dt = :now
where o.tenant_id = :tenant and o.uid = any(:uids)
