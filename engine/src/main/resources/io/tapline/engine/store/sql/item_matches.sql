-- What the items of a queue are narrowed by, but for their state; a null leaves it open.
(:site::text is null or s.json_addl #>> '{properties,execution,scope,site}' = :site)
and (:platform::text is null or s.json_addl #>> '{properties,execution,scope,platform}' = :platform)
and (:assay::text is null or s.json_addl #>> '{properties,execution,scope,assay}' = :assay)
and (:template::bigint is null or s.template_uid = :template)
and (:correlation::text is null or s.correlation_id = :correlation)
