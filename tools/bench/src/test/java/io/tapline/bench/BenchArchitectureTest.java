package io.tapline.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point in the benchmarks. */
@AnalyzeClasses(packages = "io.tapline.bench", importOptions = ImportOption.DoNotIncludeTests.class)
class BenchArchitectureTest {

  @ArchTest
  static final ArchRule packages_stand_in_no_circle =
      slices().matching("io.tapline.(**)").should().beFreeOfCycles();
}
