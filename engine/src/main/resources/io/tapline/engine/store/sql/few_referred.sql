-- Subjects that belong to one transaction, accession, run or step, if there are no more than :most. One of them is asked for, the
-- rest are null; each is read from its own index.
select f.uid from (
  (select c.uid from tapline.instance_subject c
    where c.tenant_id = :tenant and c.trx_euid = :of_trx order by c.trx_euid, c.uid limit :most)
  union all
  (select c.uid from tapline.instance_subject c
    where c.tenant_id = :tenant and c.accession_euid = :of_accession order by c.accession_euid, c.uid limit :most)
  union all
  (select c.uid from tapline.instance_subject c
    where c.tenant_id = :tenant and c.run_euid = :of_run order by c.run_euid, c.uid limit :most)
  union all
  (select c.uid from tapline.instance_subject c
    where c.tenant_id = :tenant and c.step_euid = :of_step order by c.step_euid, c.uid limit :most)) f
limit :most
