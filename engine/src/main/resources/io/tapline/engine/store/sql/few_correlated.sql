-- Subjects with one correlation id, if there are no more than :most.
select s.uid from tapline.instance_subject s
where s.tenant_id = :tenant and s.correlation_id = :correlation
order by s.correlation_id, s.uid
limit :most
