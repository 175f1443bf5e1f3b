package io.tapline.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** The client knows the server by its wire only, and needs few libraries. */
@AnalyzeClasses(
    packages = "io.tapline.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClientArchitectureTest {

  @ArchTest
  void it_depends_on_the_jdk_jackson_and_slf4j_alone(JavaClasses all) {
    classes()
        .that()
        .resideOutsideOfPackages("io.tapline.client.testkit..", "io.tapline.client.grpc..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tapline.client..",
            "java..",
            "javax.net.ssl..",
            "com.fasterxml.jackson.annotation..",
            "tools.jackson..",
            "org.slf4j..")
        .check(all);
  }
}
