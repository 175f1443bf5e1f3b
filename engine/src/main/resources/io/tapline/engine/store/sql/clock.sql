-- The time, for those who look at several things at one instant.
select tapline.time_text(tapline.clock()) as now
