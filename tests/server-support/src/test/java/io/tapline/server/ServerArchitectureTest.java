package io.tapline.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.http.EndpointGroup;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/** Which way dependencies point in the server. */
@AnalyzeClasses(
    packages = "io.tapline.server",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ServerArchitectureTest {

  /** The packages by floors, from the ground up; {@code ""} is the server itself. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("base"),
          Set.of("database"),
          Set.of("http"),
          Set.of("actions", "logging"),
          Set.of("security", "longpoll", "events", "metrics", "tracing"),
          Set.of("execution", "jobs", "external", "webhooks", "grpc", "openapi", "agents", "ui"),
          Set.of(""));

  @ArchTest
  static final ArchRule packages_stand_in_no_circle =
      slices().matching("io.tapline.(**)").should().beFreeOfCycles();

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

  /** A new package must be added to a floor. */
  @ArchTest
  void every_package_has_its_floor(JavaClasses all) {
    classes().should().resideInAnyPackage(packages(FLOORS)).check(all);
  }

  /** The packages of endpoints, and the server itself. */
  static String[] packagesOfEndpoints() {
    return packages(FLOORS.subList(FLOORS.size() - 2, FLOORS.size()));
  }

  private static String[] packages(List<Set<String>> floors) {
    return floors.stream()
        .flatMap(Set::stream)
        .map(name -> name.isEmpty() ? "io.tapline.server" : "io.tapline.server." + name)
        .toArray(String[]::new);
  }

  /** One place where JSON meets Java: times, numbers and names look the same everywhere. */
  @ArchTest
  static final ArchRule nobody_brings_a_json_mapper_of_their_own =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching("(tools|com)\\.(jackson|fasterxml)\\..*(ObjectMapper|JsonMapper)");

  /** Every endpoint is in the table, or the role matrix and the API description would miss it. */
  @ArchTest
  static final ArchRule nobody_maps_requests_beside_the_table =
      noClasses()
          .should()
          .beAnnotatedWith("org.springframework.web.bind.annotation.RestController")
          .orShould()
          .beAnnotatedWith("org.springframework.stereotype.Controller")
          .orShould()
          .beAnnotatedWith("jakarta.servlet.annotation.WebServlet");

  @ArchTest
  static final ArchRule groups_of_endpoints_say_so_in_their_name =
      classes()
          .that()
          .implement(EndpointGroup.class)
          .should()
          .haveSimpleNameEndingWith("Endpoints");

  /** Listening to actions, counting them, and isolating failures is no way around the engine. */
  @ArchTest
  static final ArchRule a_door_goes_through_the_engine_and_not_around_it =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tapline.engine.pipeline..")
                  .and(
                      describe(
                          "neither listener nor tally",
                          type ->
                              !Set.of("ActionListener", "ActionStats", "BackgroundFailures")
                                  .contains(outermost(type).getSimpleName()))))
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.tapline.engine.store.BatchWriter");

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ServerArchitectureTest::outermost).orElse(type);
  }

  /**
   * A thread that is interrupted in a transaction, or not awaited, loses it when the pool closes.
   */
  @ArchTest
  static final ArchRule threads_are_ended_in_order =
      noClasses()
          .that()
          .doNotBelongToAnyOf(ExecutorStop.class)
          .should()
          .callMethodWhere(
              target(name("shutdownNow"))
                  .or(target(name("awaitTermination")))
                  .and(target(owner(assignableTo(ExecutorService.class)))));

  @ArchTest
  static final ArchRule a_class_is_a_noun =
      classes()
          .should()
          .haveSimpleNameNotEndingWith("Utils")
          .andShould()
          .haveSimpleNameNotEndingWith("Util")
          .andShould()
          .haveSimpleNameNotEndingWith("Helper")
          .andShould()
          .haveSimpleNameNotEndingWith("Manager")
          .andShould()
          .haveSimpleNameNotEndingWith("Impl")
          .andShould()
          .haveSimpleNameNotEndingWith("Base");
}
