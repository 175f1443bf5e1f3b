-- A subject s names no place that the worker does not serve, and no lease or hold stands on it.
(:every_site or s.json_addl #>> '{properties,execution,scope,site}' is null
    or s.json_addl #>> '{properties,execution,scope,site}' = any(:worker_sites))
  and (:every_platform or s.json_addl #>> '{properties,execution,scope,platform}' is null
    or s.json_addl #>> '{properties,execution,scope,platform}' = any(:worker_platforms))
  and (:every_assay or s.json_addl #>> '{properties,execution,scope,assay}' is null
    or s.json_addl #>> '{properties,execution,scope,assay}' = any(:worker_assays))
  and
--include unleased
