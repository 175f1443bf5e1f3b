-- Copies finished subjects with their attempts and actions, because the engine takes hours to finish ten million subjects.
-- A copy has the values of the original but other keys, so that it is a separate subject with its own evidence.
create function pg_temp.copy_finished(tenant bigint, copy integer, width bigint, last_subject bigint) returns bigint
language plpgsql as
$$
declare
  -- The uids of a copy are shifted by a multiple of the used range, so that copies do not collide.
  shift bigint := copy * width;
  copied bigint;
  part text;
begin
  foreach part in array array['attempt', 'fact_row', 'subject_key', 'subject'] loop
    execute (
      select format('insert into tapline.%I (%s) select %s from tapline.%I r join tapline.subject s on s.tenant_id = r.tenant_id'
          ' and s.uid = r.%I where r.tenant_id = %s and s.exec_state = ''C'' and s.uid <= %s',
        part, string_agg(quote_ident(a.attname), ', '),
        string_agg(case
          when a.attname in ('uid', 'record_uid', 'action_uid', 'lease_uid', 'last_record_uid', 'subject_uid',
            'executed_on_uid') then format('r.%I + %s', a.attname, shift)
          -- The target of a claim is its worker, which is not copied.
          when a.attname = 'target_uid' then format('case when r.target_uid = s.uid then r.target_uid + %s else r.target_uid end', shift)
          when a.attname in ('euid', 'record_euid', 'action_euid', 'subject_euid', 'lease_euid', 'idempotency_key')
            then format('r.%I || %L', a.attname, '-' || copy)
          else format('r.%I', a.attname) end, ', '),
        part, case part when 'subject' then 'uid' else 'subject_uid' end, tenant, last_subject)
      from pg_attribute a
      where a.attrelid = format('tapline.%I', part)::regclass and a.attnum > 0 and not a.attisdropped);
  end loop;
  get diagnostics copied = row_count;
  perform setval(tapline.uid_sequence(tenant), (copy + 1) * width);
  return copied;
end
$$;
