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

-- Zero: only the test clock replaces it (test_clock.sql). It is stable, so that plans contain its body and are made again when it changes.
create function tapline.clock_shift() returns interval
  language sql stable parallel safe
  return interval '0';

create function tapline.clock() returns timestamptz
  language sql volatile parallel safe
  return clock_timestamp() + tapline.clock_shift();

-- UTC text of fixed width, which sorts like the time, so that columns derived from JSON can be indexed.
create function tapline.time_text(t timestamptz) returns text
  language sql stable parallel safe
  return to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
