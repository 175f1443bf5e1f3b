package io.tapline.server.lab;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The answers of the endpoints. */
final class AtlasAnswers {

  private AtlasAnswers() {}

  /** A material, a container, or both. */
  @RecordBuilder
  record AtlasMaterial(
      String specimenEuid,
      String containerEuid,
      String status,
      JsonNode atlasContext,
      JsonNode properties,
      String idempotencyKey,
      String currentQueue,
      boolean created,
      boolean idempotentReplay) {}

  /** A material in a queue. */
  record AtlasQueueItem(
      String materialEuid,
      String queueEuid,
      String queueName,
      String previousQueue,
      String currentQueue,
      JsonNode metadata,
      boolean idempotentReplay) {}

  /** A lease, under the name of this API. */
  record AtlasClaimed(
      String claimEuid,
      String materialEuid,
      String queueName,
      String workItemEuid,
      String status,
      JsonNode metadata,
      boolean idempotentReplay) {}

  /** A hold, under the name of this API. */
  record AtlasReservation(
      String reservationEuid,
      String materialEuid,
      String status,
      JsonNode metadata,
      boolean idempotentReplay) {}

  /** The consumption of a material. */
  record AtlasConsumption(
      String consumptionEventEuid,
      String materialEuid,
      boolean consumed,
      JsonNode metadata,
      boolean idempotentReplay) {}

  /** The first stage. */
  @RecordBuilder
  record AtlasExtraction(
      String sourceSpecimenEuid,
      String plateEuid,
      String wellEuid,
      String wellName,
      String extractionType,
      String extractionBatchEuid,
      String extractionRunEuid,
      String extractionOutputEuid,
      String atlasTestFulfillmentItemEuid,
      String currentQueue,
      JsonNode metadata,
      boolean idempotentReplay) {}

  /** QC of either kind: the material is an extraction output or a library. */
  @RecordBuilder
  record AtlasQc(
      String qcRecordEuid,
      String materialEuid,
      String extractionOutputEuid,
      String libraryMaterialEuid,
      boolean qcPassed,
      String nextQueue,
      String currentQueue,
      String holdEuid,
      JsonNode metadata,
      boolean idempotentReplay) {}

  @RecordBuilder
  record AtlasLibraryPrep(
      String sourceExtractionOutputEuid,
      String libraryPrepRunEuid,
      String libraryPrepOutputEuid,
      String libraryMaterialEuid,
      String libraryPlateEuid,
      String libraryWellEuid,
      String platform,
      String currentQueue,
      JsonNode metadata,
      boolean idempotentReplay) {}

  record AtlasPool(
      String poolEuid,
      String poolContainerEuid,
      List<String> memberEuids,
      String platform,
      String currentQueue,
      JsonNode metadata,
      boolean idempotentReplay) {}

  record AtlasRun(
      String runEuid,
      String poolEuid,
      String flowcellId,
      String runFolder,
      String status,
      long artifactCount,
      long assignmentCount,
      boolean idempotentReplay) {}

  /** Names the library of a barcode by the references of the run. */
  @RecordBuilder
  record AtlasResolution(
      String runEuid,
      String flowcellId,
      String lane,
      String libraryBarcode,
      String assignmentEuid,
      String sequencedLibraryAssignmentEuid,
      String atlasTenantId,
      String atlasTrfEuid,
      String atlasTestEuid,
      String atlasTestFulfillmentItemEuid,
      String libraryPrepOutputEuid,
      List<String> specimenEuids,
      JsonNode atlasContext) {}
}
