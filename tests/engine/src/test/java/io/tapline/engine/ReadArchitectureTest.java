package io.tapline.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Set;

/** Which read model may use which: the table in docs/architecture.md. */
@AnalyzeClasses(
    packages = "io.tapline.engine.read",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ReadArchitectureTest {

  /** The packages by floors, from the ground up; {@code ""} is the entry to all of them. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("base"),
          Set.of("scan"),
          Set.of("lineage", "evidence", "credential", "webhook"),
          Set.of("worker"),
          Set.of("queue", "task"),
          Set.of("series", "subject"),
          Set.of("job"),
          Set.of(""));

  @ArchTest
  void no_read_model_uses_one_of_a_higher_floor(JavaClasses all) {
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
  void every_read_model_has_its_floor(JavaClasses all) {
    classes().should().resideInAnyPackage(packages(FLOORS)).check(all);
  }

  private static String[] packages(List<Set<String>> floors) {
    return floors.stream()
        .flatMap(Set::stream)
        .map(name -> name.isEmpty() ? "io.tapline.engine.read" : "io.tapline.engine.read." + name)
        .toArray(String[]::new);
  }
}
