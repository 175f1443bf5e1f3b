-- An object without its template has no kind; one in another partition than its template's is found by nobody.
select o.euid as object, case when t.uid is null then 'template ' || o.template_uid || ' is not there'
  else 'stored as ' || o.storage_class || ', its template says ' || t.storage_class end as found
from tapline.generic_instance o
left join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
where o.tenant_id = :tenant and (t.uid is null or t.storage_class <> o.storage_class)
