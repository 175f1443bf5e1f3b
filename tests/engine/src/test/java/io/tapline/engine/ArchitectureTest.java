package io.tapline.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Which way dependencies point, and what the pure core may not know. */
@AnalyzeClasses(
    packages = {"io.tapline.api", "io.tapline.engine", "io.tapline.tapdb"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] PURE = {
    "io.tapline.engine.action..",
    "io.tapline.engine.decide..",
    "io.tapline.engine.domain..",
    "io.tapline.engine.model..",
    "io.tapline.api.."
  };

  /** Asking any of these for the time makes a decision depend on when it is made. */
  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.time.LocalDateTime.now",
          "java.time.OffsetDateTime.now",
          "java.time.ZonedDateTime.now");

  private static final Set<String> CHANCE =
      Set.of("java.util.UUID.randomUUID", "java.lang.Math.random");

  @ArchTest
  static final ArchRule packages_stand_in_no_circle =
      slices().matching("io.tapline.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule engine_and_store_know_no_spring =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..");

  @ArchTest
  static final ArchRule the_store_does_not_know_the_engine =
      noClasses()
          .that()
          .resideInAPackage("io.tapline.tapdb..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tapline.engine..");

  @ArchTest
  static final ArchRule neither_knows_the_embedded_server_a_pool_or_junit =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.tapline.postgres..", "com.zaxxer.hikari..", "org.junit..");

  @ArchTest
  static final ArchRule the_core_knows_no_database =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..");

  @ArchTest
  static final ArchRule the_core_knows_nothing_of_what_surrounds_it =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "io.tapline.engine.store..",
                      "io.tapline.engine.pipeline..",
                      "io.tapline.engine.read..",
                      "io.tapline.engine.check..")
                  .or(
                      describe(
                          "the engine itself",
                          type -> type.getPackageName().equals("io.tapline.engine"))));

  @ArchTest
  static final ArchRule the_core_has_no_clock =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(assignableTo(Clock.class))
          .orShould()
          .accessTargetWhere(calls(CLOCKS));

  @ArchTest
  static final ArchRule the_core_has_no_randomness =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat(
              assignableTo(Random.class)
                  .or(assignableTo(SecureRandom.class))
                  .or(assignableTo(ThreadLocalRandom.class)))
          .orShould()
          .accessTargetWhere(calls(CHANCE));

  @ArchTest
  static final ArchRule the_model_does_not_use_decisions =
      noClasses()
          .that()
          .resideInAPackage("io.tapline.engine.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.tapline.engine.action..", "io.tapline.engine.decide..");

  @ArchTest
  static final ArchRule the_store_of_the_engine_does_not_know_its_pipeline =
      noClasses()
          .that()
          .resideInAPackage("io.tapline.engine.store..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tapline.engine.pipeline..");

  /** Reading must not change anything, so it has no way to the writer, but for what is counted. */
  @ArchTest
  static final ArchRule reading_does_not_write =
      noClasses()
          .that()
          .resideInAnyPackage("io.tapline.engine.read..", "io.tapline.engine.check..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tapline.engine.pipeline..")
                  .and(
                      describe(
                          "not the action stats",
                          type -> !type.getSimpleName().equals("ActionStats"))))
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.tapline.engine.store.BatchWriter");

  /** A pipeline runs inside a transaction; which statements that means is the store's to say. */
  @ArchTest
  static final ArchRule only_store_read_and_check_hold_statements =
      noClasses()
          .that(
              resideInAPackage("io.tapline.engine..")
                  .and(
                      DescribedPredicate.not(
                          resideInAnyPackage(
                              "io.tapline.engine.store..",
                              "io.tapline.engine.read..",
                              "io.tapline.engine.check.."))))
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.tapline.tapdb.NamedSql")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.tapline.tapdb.SqlFile")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.sql.PreparedStatement")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.sql.Statement");

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

  private static DescribedPredicate<JavaAccess<?>> calls(Set<String> methods) {
    return describe(
        "calls " + methods,
        access ->
            methods.contains(
                access.getTargetOwner().getFullName() + "." + access.getTarget().getName()));
  }
}
