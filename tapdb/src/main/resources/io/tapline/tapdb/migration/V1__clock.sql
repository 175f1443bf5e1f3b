-- The clock is that of the database. Every transaction reads it once, after its locks are held: now() is the start of the transaction, so
-- after a wait for a lock the times of evidence would decrease.

-- Each tenant has one sequence for all of its objects: a common one would disclose the activity of other tenants in EUIDs and fencing
-- tokens (docs/adr/0016). It has no cache: uids that are allocated under the lock of a job increase strictly for that job on all servers,
-- so the uid of a lease is also its fencing token. A step of 4 reserves the next three uids of a lease for its record, for the action that
-- granted it and for the one that ends it, so that an index on the lease's uid finds them (attempt_row and action_place in V2).
create function tapline.make_uid_sequence(tenant bigint, first_uid bigint) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as
$$
begin
  execute format('create sequence tapline.uid_seq_%s as bigint start %s increment 4 cache 1', tenant, first_uid);
  execute format('grant usage on sequence tapline.uid_seq_%s to ${servingRole}', tenant);
end
$$;
revoke execute on function tapline.make_uid_sequence(bigint, bigint) from public;
select tapline.make_uid_sequence(0, 1);

create function tapline.uid_sequence(tenant bigint) returns regclass
  language sql stable parallel safe
  return ('tapline.uid_seq_' || tenant)::regclass;

-- One row; the shift is zero unless a test moves the clock. It is stored here, not in a process, so that all servers and SQL functions use
-- the same time.
create table tapline.clock_offset (
  only_row boolean primary key default true check (only_row),
  shift interval not null default interval '0' check (shift >= interval '0')
);
insert into tapline.clock_offset default values;

create function tapline.clock() returns timestamptz
  language sql volatile parallel safe
  return (select clock_timestamp() + o.shift from tapline.clock_offset o);

-- UTC text of fixed width, which sorts like the time, so that columns derived from JSON can be indexed.
create function tapline.time_text(t timestamptz) returns text
  language sql stable parallel safe
  return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function tapline.advance_clock(seconds double precision) returns timestamptz
  language plpgsql as
$$
begin
  if seconds < 0 then
    raise exception 'the test clock only moves forward, not by % s', seconds using errcode = 'check_violation';
  end if;
  update tapline.clock_offset set shift = shift + make_interval(secs => seconds);
  -- Wakes the claims of all servers that wait for a time that has passed.
  perform pg_notify('tapline', 'database CLOCK 0');
  return tapline.clock();
end
$$;
revoke execute on function tapline.advance_clock(double precision) from public;
