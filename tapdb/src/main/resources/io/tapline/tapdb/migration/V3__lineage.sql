-- Lineage: the only source of relationships. Links are written once and never changed. They have no foreign keys (a checked link takes
-- thirty times as long as an unchecked one and locks hot rows); the one writer keeps integrity, and the invariant checker verifies it.
create table tapline.lineage_link (
  tenant_id bigint not null,
  parent_uid bigint not null,
  relationship text collate "C" not null,
  child_uid bigint not null,
  created_dt timestamptz not null,
  -- From the parent's side; typed and unique.
  primary key (tenant_id, parent_uid, relationship, child_uid),
  constraint no_self_link check (parent_uid <> child_uid)
);
-- From the child's side.
create index lineage_link_child on tapline.lineage_link (tenant_id, child_uid, relationship, parent_uid);

-- One logical table over both forms: single links, and the columns that contain the seven links of a claim, and the object and actor of an
-- action. Conditions on parent_uid or child_uid reach the index of each branch. security_invoker applies the policies of the reader. A
-- reader has access to all columns of attempts except the token (ReaderRole.java). Heartbeats and renewals come last: there are many of
-- them, and a reader with a limit gets the other links first. Their actor is not shown, because no index finds a pulse by its actor; the
-- links of their worker contain it.
create view tapline.generic_instance_lineage with (security_invoker = true) as
  select tenant_id, parent_uid, relationship, child_uid, created_dt from tapline.lineage_link
  union all
  select tenant_id, subject_uid, 'execution_subject_lease', uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, worker_uid, 'execution_worker_lease', uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, queue_uid, 'execution_queue_lease', uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, uid, 'execution_lease_record', record_uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, subject_uid, 'execution_subject_record', record_uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, worker_uid, 'execution_worker_record', record_uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, queue_uid, 'execution_queue_record', record_uid, created_dt from tapline.attempt_row
  union all
  select tenant_id, uid, 'executed_on', executed_on_uid, created_dt
    from tapline.instance_action where executed_on_uid is not null
  union all
  select tenant_id, uid, 'executed_by', actor_uid, created_dt
    from tapline.instance_action where actor_uid is not null
  union all
  select tenant_id, uid, 'executed_on', executed_on_uid, created_dt
    from tapline.instance where storage_class = 'pulse' and executed_on_uid is not null;
