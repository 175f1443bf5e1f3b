package io.tapline.server;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

/** The dependencies of the laboratory API. */
@AnalyzeClasses(
    packages = "io.tapline.server.lab",
    importOptions = ImportOption.DoNotIncludeTests.class)
class LabArchitectureTest {

  @ArchTest static final ArchTests rules = ArchTests.in(DoorRules.class);
}
