package io.tapline.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The client knows the server by its wire only, and needs few libraries. */
@AnalyzeClasses(
    packages = "io.tapline.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClientArchitectureTest {

  /** The floors, from the ground up: a package may use those before it and none after it. */
  private static final List<String> FLOORS =
      List.of(
          "io.tapline.client.error..",
          "io.tapline.client.http..",
          "io.tapline.client.api..",
          "io.tapline.client.worker..",
          "io.tapline.client");

  @ArchTest
  static final ArchRule packages_stand_in_no_circle =
      slices().matching("io.tapline.(**)").should().beFreeOfCycles();

  @ArchTest
  void no_package_uses_one_of_a_higher_floor(JavaClasses all) {
    for (int floor = 0; floor < FLOORS.size() - 1; floor++) {
      noClasses()
          .that()
          .resideInAPackage(FLOORS.get(floor))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(FLOORS.subList(floor + 1, FLOORS.size()).toArray(String[]::new))
          .check(all);
    }
  }

  @ArchTest
  void it_depends_on_the_api_the_jdk_jackson_and_slf4j_alone(JavaClasses all) {
    classes()
        .that()
        .resideOutsideOfPackage("io.tapline.client.grpc..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tapline.client..",
            "io.tapline.api..",
            "java..",
            "javax.net.ssl..",
            "com.fasterxml.jackson.annotation..",
            "tools.jackson..",
            "org.slf4j..")
        .check(all);
  }
}
