-- Subjects of a queue that failed and will be tried again, if there are no more than :most.
select s.uid from tapline.instance_subject s
where s.tenant_id = :tenant and s.parked_as = 'FAILED_RETRYABLE ' || :queue
order by s.parked_as, s.uid
limit :most
