package io.tapline.client.grpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.tapline.api.RequestForm;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RegisterWorker;
import io.tapline.client.http.WireJson;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.ClaimedSubjectBuilder;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.ClaimNext;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.Failure;
import io.tapline.grpc.v1.Performance;
import io.tapline.grpc.v1.Progress;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.Release;
import io.tapline.grpc.v1.ReportProgressRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.Success;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Converts the runtime's values to gRPC messages and back. */
final class WorkerMessages {

  private WorkerMessages() {}

  static RegisterRequest register(RegisterWorker worker) {
    return filled(RegisterRequest.newBuilder(), worker).build();
  }

  static Demand demand(Claim claim) {
    return filled(Demand.newBuilder(), claim).setSlots(claim.maxItems()).build();
  }

  static ClaimNext claimNext(Claim claim) {
    return filled(ClaimNext.newBuilder(), claim).build();
  }

  static ClaimedSubject claimed(Assignment work) {
    return ClaimedSubjectBuilder.builder()
        .subjectEuid(work.getSubjectEuid())
        .queueKey(work.getQueueKey())
        .actionKey(orNull(work.getActionKey()))
        .attemptNumber(work.getAttemptNumber())
        .fencingToken(work.getFencingToken())
        .leaseEuid(work.getLeaseEuid())
        .recordEuid(work.getRecordEuid())
        .ttl(Duration.ofSeconds(work.getTtlSeconds()))
        .heartbeatInterval(Duration.ofSeconds(work.getHeartbeatIntervalSeconds()))
        .correlationId(orNull(work.getCorrelationId()))
        .traceId(orNull(work.getTraceId()))
        .properties(WireJson.parse(work.getProperties()))
        .build();
  }

  static Result result(Command command) {
    var result = filled(Result.newBuilder(), command);
    if (command instanceof Complete) {
      result.setSuccess(filled(Success.newBuilder(), command));
    } else if (command instanceof Fail) {
      result.setFailure(filled(Failure.newBuilder(), command));
    } else if (command instanceof PerformAction performance) {
      result.setPerformance(
          Performance.newBuilder()
              .setActionKey(performance.action().wire())
              .setFields(performance.fields() == null ? "" : performance.fields().toString()));
    } else {
      result.setRelease(filled(Release.newBuilder(), command));
    }
    return result.build();
  }

  /**
   * @param notes of one worker
   */
  static ReportProgressRequest progress(List<? extends LeaseCommand> notes) {
    var request = ReportProgressRequest.newBuilder().setWorkerEuid(notes.get(0).workerEuid());
    notes.forEach(note -> request.addNotes(filled(Progress.newBuilder(), note)));
    return request.build();
  }

  /** The message with all fields that the request has under the same name. */
  private static <B extends Message.Builder> B filled(B message, Command command) {
    var document = command.document();
    for (var field : message.getDescriptorForType().getFields()) {
      var value = document.get(field.getName());
      if (value != null && field.isRepeated()) {
        value.forEach(one -> message.addRepeatedField(field, one.asString()));
      } else if (value != null) {
        message.setField(field, converted(field, value, command));
      }
    }
    return message;
  }

  /** A JSON document is sent as its text. */
  private static Object converted(FieldDescriptor field, JsonNode value, Command command) {
    return switch (field.getJavaType()) {
      case INT -> value.intValue();
      case DOUBLE -> value.doubleValue();
      case BOOLEAN -> value.booleanValue();
      default -> isDocument(field.getName(), command) ? value.toString() : value.stringValue();
    };
  }

  private static boolean isDocument(String name, Command command) {
    return RequestForm.of(command.getClass()).fields().stream()
        .anyMatch(field -> field.name().equals(name) && field.type() == JsonNode.class);
  }

  private static String orNull(String value) {
    return value.isEmpty() ? null : value;
  }
}
