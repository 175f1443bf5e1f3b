-- Lists of jobs: each statement scans one index and marks the jobs that match.

-- name: subject_matches
-- The filters of a list of jobs; a null filter accepts every job. The condition is evaluated for rows that a scan has read, so that the scan
-- reports its position whether the rows match or not.
not s.is_deleted
and (:state::text is null or s.exec_state = :state::"char")
and (:queue::text is null or s.exec_queue_key = :queue)
and (:queues::text[] is null or s.exec_queue_key = any(:queues))
and (:template::bigint is null or s.template_uid = :template)
and (:site::text is null or s.site = :site)
and (:platform::text is null or s.platform = :platform)
and (:assay::text is null or s.assay = :assay)
and (:correlation::text is null or s.correlation_id = :correlation)
and (:trx_euid::text is null or s.trx_euid = :trx_euid)
and (:accession_euid::text is null or s.accession_euid = :accession_euid)
and (:run_euid::text is null or s.run_euid = :run_euid)
and (:step_euid::text is null or s.step_euid = :step_euid)
and (not :overdue or s.due_at <= :now::timestamptz
  or s.exec_state = 'W' and (s.external ->> 'deadline_at')::timestamptz <= :now::timestamptz)
-- Another scan returns the jobs with a lease that ends after this time.
and (:leased_after::text is null or not coalesce(s.lease_expires_at > :leased_after::timestamptz, false))
-- Jobs that an earlier scan of the same search has found are excluded too.
and (:not_named_from::text is null or not coalesce(s.name between :not_named_from and :not_named_to, false))
and (:not_correlated::text is null or s.correlation_id is distinct from :not_correlated)
and (:not_referred::text is null
  or not coalesce(:not_referred in (s.trx_euid, s.accession_euid, s.run_euid, s.step_euid), false))

-- name: ready_after
-- The next :look jobs of a queue after a place, in the order of claims (subject_ready_order), visible or not. One row comparison cannot
-- express this order, because the priority descends and a missing due date is last; so the statement reads four ranges of the index, at
-- most :look entries of each. The ranges read keys only, which the index contains; the keys are sorted, and the rows of the first :look are
-- read. A place without a due date has null for it (ItemPosition): the first two ranges are then empty.
select s.* from (
  select * from (
  (select r.uid, r.priority, r.due_at, r.visible_from from tapline.subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at = :due_at::timestamptz
     and (r.visible_from, r.uid) > (:visible_from::timestamptz, :after_uid)
   order by r.priority desc, r.due_at, r.visible_from, r.uid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from from tapline.subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at > :due_at::timestamptz
   order by r.priority desc, r.due_at, r.visible_from, r.uid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from from tapline.subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue
     and r.priority = :priority and r.due_at is null
     and (r.visible_from, r.uid)
       > (case when :due_at::timestamptz is null then :visible_from::timestamptz else '-infinity' end, :after_uid)
   order by r.priority desc, r.due_at, r.visible_from, r.uid
   limit :look)
  union all
  (select r.uid, r.priority, r.due_at, r.visible_from from tapline.subject r
   where r.tenant_id = :tenant and r.ready_queue_key = :walk_queue and r.priority < :priority
   order by r.priority desc, r.due_at, r.visible_from, r.uid
   limit :look)) ranges
order by priority desc, due_at, visible_from, uid
limit :look) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.uid and k.uid
  order by s.uid limit 1) s
order by k.priority desc, k.due_at, k.visible_from, k.uid

-- name: subjects_newest
-- All jobs, the newest first (the primary key, backwards).
select s.uid, s.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.subject_document a
  where a.tenant_id = :tenant and a.uid < :place_uid
  order by a.uid desc
  limit :look) s

-- name: subjects_ready
-- Jobs of a queue in the order in which they are claimed, whether they are visible or not.
select s.uid, s.priority, tapline.time_text(s.due_at) as due_at, tapline.time_text(s.visible_from) as visible_from, (
--include subject_matches
) as matches
from (
--include ready_after
) s

-- name: subjects_delayed
-- Delayed jobs of a queue, by the time at which they become ready (subject_delayed). Jobs that have become ready are among them until a
-- claim promotes them.
select s.uid, s.uid as place_uid, tapline.time_text(s.visible_from) as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.subject_document d
  where d.tenant_id = :tenant and d.delayed_queue_key = :walk_queue
    and (d.visible_from, d.uid) > (:place_text::timestamptz, :place_uid)
  order by d.visible_from, d.uid
  limit :look) s

-- name: subjects_leased
-- Jobs under a lease that ends after :lease_after, the newest lease first, by the index subject_leased_until, so that no ended lease is
-- read. The first part is materialized for the reason given in lease.sql#lease_list_live.
with standing as materialized (
  select l.uid, l.subject_uid from tapline.subject_lease l
  where l.tenant_id = :tenant and l.expires_at > :lease_after::timestamptz and l.uid < :place_uid),
page as materialized (
  select * from standing order by uid desc limit :look)
select s.uid, page.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from page
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between page.subject_uid and page.subject_uid
  order by s.uid limit 1) s
order by page.uid desc

-- name: subjects_finished
-- Jobs whose last lease was one of this queue, the newest lease first (lease_of_queue, backwards). A completed job has no queue any more;
-- its last lease has the queue in which it was completed.
select s.uid, l.uid as place_uid, null::text as place_text, (
--include subject_matches
  and l.uid = (
    select n.uid from tapline.attempt n
    where n.tenant_id = s.tenant_id and n.subject_uid between s.uid and s.uid
    order by n.subject_uid desc, n.feed_key desc, n.action_uid desc limit 1)) as matches
from (
  select q.uid, q.subject_uid from tapline.attempt q
  where q.tenant_id = :tenant and q.queue_uid between :queue_uid and :queue_uid and q.uid < :place_uid
  order by q.queue_uid desc, q.uid desc
  limit :look) l
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
  order by s.uid limit 1) s

-- name: subjects_parked
-- Jobs that are parked in one state, of one queue or of all, the newest first (subject_parked, backwards).
select s.uid, s.uid as place_uid, s.parked_as as place_text, (
--include subject_matches
) as matches
from (
  select * from tapline.subject_document p
  where p.tenant_id = :tenant and p.parked_as >= :parked_from and p.parked_as <= :parked_to
    and (p.parked_as, p.uid) < (:place_text, :place_uid)
  order by p.parked_as desc, p.uid desc
  limit :look) s

-- name: subjects_of_worker
-- Jobs whose last lease was this worker's, the newest lease first (lease_of_worker, backwards).
select s.uid, l.uid as place_uid, null::text as place_text, (
--include subject_matches
  and l.uid = (
    select n.uid from tapline.attempt n
    where n.tenant_id = s.tenant_id and n.subject_uid between s.uid and s.uid
    order by n.subject_uid desc, n.feed_key desc, n.action_uid desc limit 1)) as matches
from (
  select w.uid, w.subject_uid from tapline.attempt w
  where w.tenant_id = :tenant and w.worker_uid between :worker_uid and :worker_uid and w.uid < :place_uid
  order by w.worker_uid desc, w.uid desc
  limit :look) l
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between l.subject_uid and l.subject_uid
  order by s.uid limit 1) s

-- name: subjects_correlated
-- Jobs with one correlation id, the newest first (subject_key, backwards). As in all scans of search keys, the key of a former value leads
-- to a job that does not match.
select s.uid, s.uid as place_uid, null::text as place_text, (s.correlation_id = :correlated and
--include subject_matches
) as matches
from (
  select k.subject_uid from tapline.subject_key k
  where k.tenant_id = :tenant and k.kind = 'c' and k.value = :correlated and k.subject_uid < :place_uid
  order by k.value desc, k.subject_uid desc
  limit :look) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid
  order by s.uid limit 1) s

-- name: subjects_referred
-- Jobs that belong to one transaction, accession, run or step of other systems, the newest first. Each kind is a range of subject_key, read
-- backwards; the value of an unused kind is null, and its branch costs nothing. A search sets all four.
select s.uid, s.uid as place_uid, null::text as place_text, (
(s.trx_euid = :of_trx or s.accession_euid = :of_accession or s.run_euid = :of_run or s.step_euid = :of_step) and
--include subject_matches
) as matches
from (
  select distinct f.subject_uid from (
    (select k.subject_uid from tapline.subject_key k
      where k.tenant_id = :tenant and k.kind = 't' and k.value = :of_trx and k.subject_uid < :place_uid
      order by k.value desc, k.subject_uid desc limit :look)
    union all
    (select k.subject_uid from tapline.subject_key k
      where k.tenant_id = :tenant and k.kind = 'a' and k.value = :of_accession and k.subject_uid < :place_uid
      order by k.value desc, k.subject_uid desc limit :look)
    union all
    (select k.subject_uid from tapline.subject_key k
      where k.tenant_id = :tenant and k.kind = 'r' and k.value = :of_run and k.subject_uid < :place_uid
      order by k.value desc, k.subject_uid desc limit :look)
    union all
    (select k.subject_uid from tapline.subject_key k
      where k.tenant_id = :tenant and k.kind = 's' and k.value = :of_step and k.subject_uid < :place_uid
      order by k.value desc, k.subject_uid desc limit :look)) f
  order by f.subject_uid desc
  limit :look) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid
  order by s.uid limit 1) s

-- name: subjects_named
-- Jobs whose name begins with a word, by name (subject_key). The condition is a range, because LIKE is not leakproof and would not reach
-- the index under row-level security.
select s.uid, s.uid as place_uid, k.value as place_text, (s.name = k.value and
--include subject_matches
) as matches
from (
  select k.value, k.subject_uid from tapline.subject_key k
  where k.tenant_id = :tenant and k.kind = 'n' and k.value >= :name_from and k.value <= :name_to
    and (k.value, k.subject_uid) > (:place_text, :place_uid)
  order by k.value, k.subject_uid
  limit :look) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid
  order by s.uid limit 1) s

-- name: subjects_containing
-- Jobs whose name contains a text, in any case, by name (subject_key). The statement reads 10 * :look names of the index, and the rows of
-- jobs whose name contains the text. It returns the matches, and the last name of a full read as a row that does not match: this row marks
-- the end of the read, and if it is missing there are no more names. The rules of "C" convert ASCII letters to lower case in a tenth of the
-- time that a language's rules take; they suffice for a text without other letters. Names that begin with the text, and jobs that an
-- earlier scan of the search has found, are not returned again.
with names as materialized (
  select k.value as name, k.subject_uid as uid from tapline.subject_key k
  where k.tenant_id = :tenant and k.kind = 'n' and (k.value, k.subject_uid) > (:place_text, :place_uid)
  order by k.value, k.subject_uid
  limit 10 * :look)
select n.uid, n.uid as place_uid, n.name as place_text, n.matches
from (
  select i.name, i.uid, false as last, coalesce((
    select s.name = i.name and s.barcode is distinct from :contained and (
--include subject_matches
    ) from tapline.subject_document s
    where s.tenant_id = :tenant and s.uid between i.uid and i.uid
    order by s.uid limit 1), false) as matches
  from names i
  where case when :contained_in_ascii
    then position(lower(:contained collate "C") in lower(i.name collate "C"))
    else position(lower(:contained) in lower(i.name)) end > 0
  union all
  -- The names keep the order in which they were read.
  (select i.name, i.uid, true, false from names i offset 10 * :look - 1)) n
where n.matches or n.last
order by n.name, n.uid, n.last

-- name: subjects_with_barcode
-- Jobs with one barcode among their properties, the newest first (subject_key, backwards).
select s.uid, s.uid as place_uid, null::text as place_text, (s.barcode = :barcode and
--include subject_matches
) as matches
from (
  select k.subject_uid from tapline.subject_key k
  where k.tenant_id = :tenant and k.kind = 'b' and k.value = :barcode and k.subject_uid < :place_uid
  order by k.value desc, k.subject_uid desc
  limit :look) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.subject_uid and k.subject_uid
  order by s.uid limit 1) s

-- name: subjects_with_bulky_barcode
-- This statement searches properties that are stored beside their job (record_barcode, backwards).
select s.uid, p.uid as place_uid, null::text as place_text, (
--include subject_matches
) as matches
from (
  select b.tenant_id, b.uid from tapline.instance_record b
  where b.tenant_id = :tenant and b.barcode = :barcode and b.uid < :place_uid
  order by b.barcode desc, b.uid desc
  limit :look) p
cross join lateral (
  select k.parent_uid from tapline.lineage_link k
  where k.tenant_id = p.tenant_id and k.child_uid between p.uid and p.uid
    and k.relationship = 'execution_subject_properties'
  order by k.child_uid, k.relationship limit 1) k
cross join lateral (
  select * from tapline.subject_document s
  where s.tenant_id = :tenant and s.uid between k.parent_uid and k.parent_uid
  order by s.uid limit 1) s

-- name: found_by_uid
-- The object that an EUID names, and the job in its own row, if any. Heartbeats and renewals are left out: their partitions are by time, so
-- a uid would be looked up in each.
select i.euid, i.name, i.template_uid, i.storage_class,
  case i.storage_class when 'subject' then i.uid else i.subject_uid end as subject_uid, i.lease_uid,
  coalesce(i.json_addl #>> '{properties,worker_key}', i.json_addl #>> '{properties,queue_key}') as key
from tapline.object_by_uid(:tenant, :uid) i
