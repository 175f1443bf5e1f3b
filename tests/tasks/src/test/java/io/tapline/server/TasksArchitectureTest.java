package io.tapline.server;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

/** The dependencies of the tasks API. */
@AnalyzeClasses(
    packages = "io.tapline.server.tasks",
    importOptions = ImportOption.DoNotIncludeTests.class)
class TasksArchitectureTest {

  @ArchTest static final ArchTests rules = ArchTests.in(DoorRules.class);
}
