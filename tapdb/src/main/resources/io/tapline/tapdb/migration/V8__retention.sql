-- Evidence has a term from the moment at which its subject is put away. The column is null for all work that is not put away, and
-- again once the evidence is gone (the mark is in queue_cache, which is a hint), so no step of living work meets its index.
alter table tapline.generic_instance add column retirable text collate "C" generated always as (
  case when storage_class = 'subject' and json_addl #>> '{properties,execution,queue_cache,retired}' is distinct from 'true'
  then json_addl #>> '{properties,execution,evidence_until}' end) stored;

-- As in V2: from PostgreSQL 17 on the other partitions do not compute it.
do
$$
declare
  other regclass;
begin
  if current_setting('server_version_num')::integer < 170000 then
    return;
  end if;
  for other in
    select inhrelid from pg_inherits
    where inhparent = 'tapline.generic_instance'::regclass and inhrelid <> 'tapline.instance_subject'::regclass
  loop
    execute format('alter table %s alter column retirable set expression as (null::text)', other);
  end loop;
end
$$;

-- What may be retired, the longest past its term first.
create index subject_retirable on tapline.instance_subject (tenant_id, retirable) where retirable is not null;
