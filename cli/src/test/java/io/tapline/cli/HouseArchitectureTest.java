package io.tapline.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Which way dependencies point in the command line, and between the modules: it has nearly all of
 * them on its class path. The starter and the benchmarks, which it has not, look for themselves.
 */
@AnalyzeClasses(packages = "io.tapline", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseArchitectureTest {

  @ArchTest
  static final ArchRule packages_of_all_modules_stand_in_no_circle =
      slices().matching("io.tapline.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule modules_stand_in_no_circle =
      slices().matching("io.tapline.(*)..").should().beFreeOfCycles();

  /** So that a worker with the client brings neither SQL nor a framework along. */
  @ArchTest
  static final ArchRule the_api_depends_on_the_jdk_and_jackson_alone =
      classes()
          .that()
          .resideInAPackage("io.tapline.api..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tapline.api..",
              "java..",
              "com.fasterxml.jackson.annotation..",
              "tools.jackson..");

  /** Packages that all commands share do not depend on a command or on the table of commands. */
  @ArchTest
  static final ArchRule what_commands_share_knows_no_command =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tapline.cli.base..", "io.tapline.cli.print..", "io.tapline.cli.connect..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tapline.cli",
              "io.tapline.cli.act..",
              "io.tapline.cli.agent..",
              "io.tapline.cli.doctor..",
              "io.tapline.cli.enqueue..",
              "io.tapline.cli.exec..",
              "io.tapline.cli.job..",
              "io.tapline.cli.queue..",
              "io.tapline.cli.read..",
              "io.tapline.cli.subscription..",
              "io.tapline.cli.token..",
              "io.tapline.cli.webhook..");
}
