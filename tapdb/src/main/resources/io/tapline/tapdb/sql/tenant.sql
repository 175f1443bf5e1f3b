-- Tenants and the installation.

-- name: tenants
-- The tenants, by way of their template, so that registry_key and registry_status can be used.
select i.uid, i.euid, i.object_key, i.json_addl #>> '{properties,display_name}' as display_name, i.status
from tapline.generic_template t
join tapline.generic_instance i
  on i.tenant_id = t.tenant_id and i.template_uid = t.uid and i.storage_class = 'registry'
where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0' and not i.is_deleted

-- name: tenant_list
--include tenants
order by i.uid

-- name: tenant_by_key
--include tenants
  and i.object_key = ?

-- name: tenant_domains
-- The EUID domains of the tenants; each tenant has its own.
select i.json_addl #>> '{properties,euid_domain}' as euid_domain
from tapline.generic_template t
join tapline.instance_registry i on i.tenant_id = t.tenant_id and i.template_uid = t.uid
where t.tenant_id = 0 and t.template_code = 'data/system/tenant/1.0'

-- name: tenant_insert
-- A tenant, like the installation itself, is a registered object of tenant 0.
insert into tapline.instance_registry
  (tenant_id, storage_class, uid, template_uid, euid, name, json_addl, created_dt, modified_dt)
values (0, 'registry', ?, ?, ?, ?, ?::jsonb, tapline.clock(), tapline.clock())

-- name: tenant_sequence
-- Creates the uid sequence of a new tenant. It starts at the first uid of the cluster's present incarnation, so that no identifier repeats
-- one of a tenant with the same domain that a restore lost.
select tapline.make_uid_sequence(?, coalesce((select l.uid from tapline.cluster_life l order by l.number desc limit 1), 1))

-- name: installation_secret
-- One row of the system tenant, by way of its template, so that registry_key is used.
select i.json_addl #>> '{properties,secret}' as secret
from tapline.generic_template t
join tapline.generic_instance i
  on i.tenant_id = t.tenant_id and i.template_uid = t.uid and i.storage_class = 'registry'
where t.tenant_id = 0 and t.template_code = 'data/system/installation/1.0' and i.object_key = 'installation'
