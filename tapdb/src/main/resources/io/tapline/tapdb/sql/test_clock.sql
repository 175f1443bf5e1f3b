-- The test clock, which moves the time of a whole store. It is installed by the owner (TestClock); a production store has none of it.

-- name: install
-- The newest row has the shift, and all rows are the evidence of the moves. Everyone may read them, because each statement of each role
-- reads the clock; a function with the rights of the owner would make large reads several times slower. The lock lets two servers that
-- start at the same time install the clock one after the other.
lock table tapline.server_lock in share row exclusive mode;
create table if not exists tapline.clock_move (
  number bigint generated always as identity primary key,
  shift interval not null check (shift >= interval '0'),
  moved_at timestamptz not null default clock_timestamp(),
  moved_by text not null
);
grant select on tapline.clock_move to public;
create or replace function tapline.clock_shift() returns interval
  language sql stable parallel safe as
  'select coalesce((select s.shift from tapline.clock_move s order by s.number desc limit 1), interval ''0'')';
create or replace function tapline.advance_clock(seconds double precision, actor text default session_user) returns timestamptz
  language plpgsql as
$$
begin
  if seconds < 0 then
    raise exception 'the test clock only moves forward, not by % s', seconds using errcode = 'check_violation';
  end if;
  lock table tapline.clock_move in share row exclusive mode;
  insert into tapline.clock_move (shift, moved_by) values (tapline.clock_shift() + make_interval(secs => seconds), actor);
  -- Wakes the claims of all servers that wait for a time that has passed.
  perform pg_notify('tapline', 'database CLOCK 0');
  return tapline.clock();
end
$$;
revoke execute on function tapline.advance_clock(double precision, text) from public

-- name: installed
select to_regclass('tapline.clock_move') is not null

-- name: moved
-- A clock that was moved and set back has left wrong times too.
select coalesce(bool_or(m.shift <> interval '0'), false), max(m.shift)::text from tapline.clock_move m

-- name: remove
lock table tapline.server_lock in share row exclusive mode;
drop function if exists tapline.advance_clock(double precision, text);
create or replace function tapline.clock_shift() returns interval
  language sql stable parallel safe
  return interval '0';
drop table if exists tapline.clock_move
