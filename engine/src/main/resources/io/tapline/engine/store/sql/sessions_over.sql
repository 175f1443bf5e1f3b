-- Sessions that have ended by themselves and do not say so yet.
select o.euid
from tapline.instance_registry o, (select tapline.time_text(tapline.clock()) as now) n
where o.tenant_id = :tenant and o.template_uid = :template and o.status = 'ACTIVE' and
--include session_over
order by o.uid
limit :limit
