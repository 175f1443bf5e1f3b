-- The clock is the database's. Every transaction reads it once, after its locks are held; now() would be the
-- transaction's start, and a wait for a lock would make evidence run backwards.

-- One sequence per tenant, for all of its objects: one for everybody would show each tenant, in its own EUIDs and fencing tokens, how
-- much the others do (docs/adr/0016). Uncached on purpose: drawn under a subject's lock it rises strictly for that subject,
-- from whichever server, so the uid of a lease is also its fencing token. In steps of 4: a lease brings the next three uids along, for its
-- record, for the action that granted it and for the one that ends it, so that an index on the lease's uid finds them (attempt_row and
-- action_place in V2).
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

-- One row, zero for ever unless a test moves it. It lives here, not in a process, so that every server and every SQL
-- function sees the same time.
create table tapline.clock_offset (
  only_row boolean primary key default true check (only_row),
  shift interval not null default interval '0' check (shift >= interval '0')
);
insert into tapline.clock_offset default values;

create function tapline.clock() returns timestamptz
  language sql volatile parallel safe
  return (select clock_timestamp() + o.shift from tapline.clock_offset o);

-- Fixed-width UTC text: sorts as time sorts, so it can be indexed inside JSON-derived columns.
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
  -- Wakes every server's claims that wait for a time that has now come.
  perform pg_notify('tapline', 'database CLOCK 0');
  return tapline.clock();
end
$$;
revoke execute on function tapline.advance_clock(double precision) from public;
