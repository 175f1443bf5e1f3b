-- Access restrictions. Each closes a gap that was found on a real server; the tests that extend WallTest check each of them.

-- Row-level security is forced, so that it also applies to the owner. Each partition has a policy as well: a partition that a statement
-- names is subject to its own policies, not to those of its parent. nullif: after SET LOCAL has ended, the setting is '', not null.
do
$$
declare
  t text;
begin
  foreach t in array array['generic_template', 'instance', 'subject', 'subject_key', 'tombstone', 'attempt_row', 'attempt', 'fact_row', 'instance_record',
    'instance_pulse', 'instance_pulse_default', 'instance_registry', 'lineage_link']
  loop
    execute format('alter table tapline.%I enable row level security, force row level security', t);
    execute format('create policy own_tenant on tapline.%I to ${servingRole}, ${ownerRole} '
      'using (tenant_id = nullif(current_setting(''tapline.tenant_id'', true), '''')::bigint)', t);
  end loop;
end
$$;

-- The serving role reads the logical tables and the tables that it writes. It may update only the columns that change (none of an attempt,
-- an action, a pulse, a record without a lease, a link or a key, and no link column), and delete nothing. It has no UPDATE on
-- tapline.instance, because that would apply to every partition.
grant usage on schema tapline to ${servingRole};
grant select on tapline.software_version to ${servingRole};
grant select on tapline.generic_template, tapline.generic_instance, tapline.lineage_link, tapline.instance, tapline.subject, tapline.subject_key,
  tapline.subject_key_expected, tapline.tombstone, tapline.attempt_row, tapline.attempt_shown,
  tapline.attempt, tapline.fact_row, tapline.fact, tapline.generic_instance_lineage, tapline.instance_subject, tapline.instance_tombstone, tapline.instance_lease, tapline.lease_document,
  tapline.attempt_record, tapline.attempt_whole, tapline.instance_record, tapline.instance_action, tapline.fact_action, tapline.attempt_action, tapline.live_lease,
  tapline.subject_document, tapline.subject_lease, tapline.instance_pulse, tapline.instance_registry to ${servingRole};
grant insert on tapline.lineage_link, tapline.fact_row, tapline.subject, tapline.subject_key, tapline.attempt, tapline.instance_record,
  tapline.instance_pulse, tapline.instance_registry to ${servingRole};
grant update (revision, priority, attempt_count, max_attempts_override, delayed, cancel_requested, terminal, exec_state,
  exec_queue_key, next_action_key, ready_at, due_at, retry_at, visible_from, ready_queue_key, delayed_queue_key, parked_as,
  hold_state, hold_reason, held_from, last_record_uid, cached_queue_key, cached_at, site, platform, assay, correlation_id,
  trace_id, compensates, deadline, deadline_at, workflow_uid, unsettled_in, cleaned_at, evidence_until, retirable,
  labels, external, submission, summary, lease_uid, lease_worker_uid, lease_queue_uid,
  lease_expires_at, settled, properties, name,
  is_deleted, modified_dt, feed_key) on tapline.subject to ${servingRole};
grant update (json_addl, modified_dt) on tapline.instance_registry to ${servingRole};

-- The roles of tenants that the owner created (TenantRole.java): a name is no proof, because any login with CREATEROLE can create a role of
-- any name. They are stored by oid, which a cluster gives to one role only; a dump that is restored elsewhere contains oids of its old
-- cluster, so the name is compared as well.
create table tapline.tenant_role (
  role oid not null,
  tenant_id bigint not null,
  kind text not null check (kind in ('reader', 'producer')),
  primary key (tenant_id, kind)
);
-- The policy admits the rows of all tenants: the owner searches the roles of a login among all of them, and no other role reads the table.
alter table tapline.tenant_role enable row level security, force row level security;
create policy every_tenant on tapline.tenant_role to ${ownerRole} using (true);

-- Locks between servers, as rows that no other login can lock. Any login of the database can take an advisory lock by its number, which
-- pg_locks shows to all. Locks for one transaction are row locks (ServerLock.java); a lock that outlives its transaction has a holder and
-- an end, because an open transaction would hold the feed back.
create table tapline.server_lock (
  name text primary key,
  holder text,
  held_until timestamptz
);
grant select, insert, update on tapline.server_lock to ${servingRole};

-- Evidence cannot be changed. No role except the owner of the tables has the right to change it, and the trigger refuses a change by the
-- owner too.
create function tapline.refuse_change() returns trigger
  language plpgsql as
$$
begin
  raise exception 'tapline: % % is final and cannot be changed', tg_argv[0],
    (select i.euid from tapline.generic_instance i where i.tenant_id = old.tenant_id and i.uid = old.uid limit 1)
    using errcode = 'restrict_violation';
end
$$;
create trigger attempt_is_final before update on tapline.attempt
  for each row execute function tapline.refuse_change('attempt');
create trigger record_is_final before update on tapline.instance_record
  for each row execute function tapline.refuse_change('record');
create trigger action_is_final before update on tapline.fact_row
  for each row execute function tapline.refuse_change('action');
create trigger pulse_is_final before update on tapline.instance_pulse
  for each row execute function tapline.refuse_change('pulse');
