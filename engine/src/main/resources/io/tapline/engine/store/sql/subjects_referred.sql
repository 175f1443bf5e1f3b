-- Subjects that belong to one transaction, accession, run or step of the systems around, the newest first, each read from its own
-- index (subject_of_trx and its neighbours, backwards); what is not asked for is null and costs nothing. A search asks for all four at once.
select s.uid, s.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select distinct on (f.uid) f.* from (
    (select * from tapline.instance_subject c
      where c.tenant_id = :tenant and c.trx_euid = :of_trx and c.uid < :place_uid
      order by c.trx_euid desc, c.uid desc limit :look)
    union all
    (select * from tapline.instance_subject c
      where c.tenant_id = :tenant and c.accession_euid = :of_accession and c.uid < :place_uid
      order by c.accession_euid desc, c.uid desc limit :look)
    union all
    (select * from tapline.instance_subject c
      where c.tenant_id = :tenant and c.run_euid = :of_run and c.uid < :place_uid
      order by c.run_euid desc, c.uid desc limit :look)
    union all
    (select * from tapline.instance_subject c
      where c.tenant_id = :tenant and c.step_euid = :of_step and c.uid < :place_uid
      order by c.step_euid desc, c.uid desc limit :look)) f
  order by f.uid desc
  limit :look) s
