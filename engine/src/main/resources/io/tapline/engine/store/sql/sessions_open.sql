-- Sessions that are worth something, oldest first, a page at a time; those of one person, or all. What has ended is not among
-- the ACTIVE for long (sessions_over.sql), so there are about as many as people at work.
select o.uid, o.euid, o.json_addl ->> 'properties' as properties
from tapline.instance_registry o, (select tapline.time_text(tapline.clock()) as now) n
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE' and o.uid > :after
  and (:principal::text is null or o.json_addl #>> '{properties,principal}' = :principal)
  and not
--include session_over
order by o.uid
limit :limit
