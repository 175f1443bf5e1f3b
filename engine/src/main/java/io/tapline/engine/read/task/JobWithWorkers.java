package io.tapline.engine.read.task;

import io.tapline.engine.model.Job;
import java.util.List;

/** A registered job and the EUIDs of its workers. */
public record JobWithWorkers(Job job, List<String> workers) {}
