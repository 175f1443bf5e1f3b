select count(*) as total
from tapline.instance_subject s
where
--include task_matches
