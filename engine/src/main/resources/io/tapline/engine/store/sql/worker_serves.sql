-- A subject s names no place that the worker does not serve, and no lease or hold stands on it.
(:every_site or s.site is null
    or s.site = any(:worker_sites))
  and (:every_platform or s.platform is null
    or s.platform = any(:worker_platforms))
  and (:every_assay or s.assay is null
    or s.assay = any(:worker_assays))
  and
--include unleased
