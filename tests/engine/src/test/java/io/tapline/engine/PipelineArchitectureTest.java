package io.tapline.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Set;

/** Dependencies between the packages of the pipeline, as docs/architecture.md lists them. */
@AnalyzeClasses(
    packages = "io.tapline.engine.pipeline",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PipelineArchitectureTest {

  private static final String PIPELINE = "io.tapline.engine.pipeline";

  /** The packages by floors, from the ground up; {@code ""} is common to all of them. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of(""),
          Set.of(".subject"),
          Set.of(".claim", ".registry"),
          Set.of(".pack", ".upkeep"));

  @ArchTest
  void no_package_uses_one_of_a_higher_floor(JavaClasses all) {
    for (int floor = 0; floor < FLOORS.size() - 1; floor++) {
      noClasses()
          .that()
          .resideInAnyPackage(packages(FLOORS.subList(floor, floor + 1)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(packages(FLOORS.subList(floor + 1, FLOORS.size())))
          .check(all);
    }
  }

  /** A new package needs an entry in the list of floors. */
  @ArchTest
  void every_package_has_its_floor(JavaClasses all) {
    classes().should().resideInAnyPackage(packages(FLOORS)).check(all);
  }

  private static String[] packages(List<Set<String>> floors) {
    return floors.stream().flatMap(Set::stream).map(PIPELINE::concat).toArray(String[]::new);
  }
}
