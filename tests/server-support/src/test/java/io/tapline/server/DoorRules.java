package io.tapline.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The dependencies of an API in a module of its own. */
final class DoorRules {

  @ArchTest
  static final ArchRule a_door_uses_no_endpoints_of_the_server =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ServerArchitectureTest.packagesOfEndpoints());

  @ArchTest
  static final ArchRule json_is_read_and_written_in_one_place =
      ServerArchitectureTest.nobody_brings_a_json_mapper_of_their_own;

  @ArchTest
  static final ArchRule requests_are_mapped_by_the_table =
      ServerArchitectureTest.nobody_maps_requests_beside_the_table;

  @ArchTest
  static final ArchRule groups_of_endpoints =
      ServerArchitectureTest.groups_of_endpoints_say_so_in_their_name;

  @ArchTest
  static final ArchRule a_door_calls_the_engine =
      ServerArchitectureTest.a_door_goes_through_the_engine_and_not_around_it;

  @ArchTest
  static final ArchRule threads_end_in_order = ServerArchitectureTest.threads_are_ended_in_order;

  @ArchTest static final ArchRule a_class_is_a_noun = ServerArchitectureTest.a_class_is_a_noun;

  private DoorRules() {}
}
