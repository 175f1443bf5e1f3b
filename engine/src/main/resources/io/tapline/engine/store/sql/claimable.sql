-- A subject s that a worker may take from one queue: visible there, and naming no place that the worker does not serve.
s.tenant_id = :tenant and s.ready_queue_key = :queue
  and s.visible_from <= :now
  and
--include worker_serves
