package io.tapline.demo;

import io.tapline.api.ErrorClass;
import io.tapline.client.worker.JobException;
import java.util.List;

/** A fault of the simulated lab. */
record LabFault(ErrorClass errorClass, String code, String message) {

  /** Transient faults. */
  static final List<LabFault> PASSING =
      List.of(
          new LabFault(
              ErrorClass.TRANSIENT_SYSTEM,
              "TIP_LOST",
              "The deck arm lost a tip in row C; the protocol was stopped before any transfer"),
          new LabFault(
              ErrorClass.TRANSIENT_DEPENDENCY,
              "INSTRUMENT_OFFLINE",
              "The instrument did not answer for 30 s; it is being restarted"),
          new LabFault(
              ErrorClass.TRANSIENT_CAPACITY,
              "NO_DECK_SPACE",
              "All carriers are taken by another protocol"));

  /** Permanent faults at extraction. */
  static final List<LabFault> LASTING =
      List.of(
          new LabFault(
              ErrorClass.PERMANENT_INPUT,
              "TUBE_MISMATCH",
              "The tube's barcode is not on the manifest of its shipment"),
          new LabFault(
              ErrorClass.PERMANENT_INPUT, "TUBE_EMPTY", "The tube is empty: its seal had leaked"),
          new LabFault(
              ErrorClass.PERMANENT_STATE,
              "CLOTTED",
              "The specimen is clotted and cannot be pipetted"));

  /** Permanent faults at library preparation. */
  static final List<LabFault> AT_PREPARATION =
      List.of(
          new LabFault(
              ErrorClass.PERMANENT_STATE,
              "NO_MATERIAL_LEFT",
              "Too little is left of the extract for another library"),
          new LabFault(
              ErrorClass.PERMANENT_INPUT,
              "INDEX_CLASH",
              "The ordered index pair is used twice in this batch"));

  /** A fault that requires a decision by a person. */
  static final LabFault CONSENT =
      new LabFault(
          ErrorClass.BUSINESS_RULE_HOLD,
          "CONSENT_MISSING",
          "The consent form is not signed; the clinic was asked for it");

  /** Reasons for which the office holds a specimen before extraction. */
  static final List<List<String>> HOLDS =
      List.of(
          List.of("CONSENT_MISSING", CONSENT.message),
          List.of("RECEIVED_WARM", "The shipment arrived at 14 °C; the lab director decides"),
          List.of("IDENTITY_QUERY", "Date of birth on tube and order differ; the ward was called"));

  JobException exception() {
    return new JobException(errorClass, code, message);
  }
}
