-- Tasks of a room, newest first: the index subject_room, read backwards.
select s.uid
from tapline.instance_subject s
where
--include task_matches
order by s.created_dt desc, s.uid desc
limit :limit offset :offset
