-- There are no foreign keys on lineage: what keeps links whole is the one writer, and this. An object of another tenant is
-- not there.
select coalesce(p.euid, c.euid, 'uid ' || k.parent_uid || ' or ' || k.child_uid) as object,
  k.relationship || ' from ' || coalesce(p.euid, 'missing ' || coalesce(k.parent_uid::text, 'null')) || ' to '
    || coalesce(c.euid, 'missing ' || coalesce(k.child_uid::text, 'null')) as found
from tapline.generic_instance_lineage k
left join tapline.generic_instance p on p.tenant_id = :tenant and p.uid = k.parent_uid
left join tapline.generic_instance c on c.tenant_id = :tenant and c.uid = k.child_uid
where k.tenant_id = :tenant and (p.uid is null or c.uid is null)
  -- A link of a claim that is not there at all is claim_links' to report.
  and k.parent_uid is not null and k.child_uid is not null
