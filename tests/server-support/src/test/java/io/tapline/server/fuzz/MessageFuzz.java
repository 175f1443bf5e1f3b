package io.tapline.server.fuzz;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TimestampProto;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Messages made by chance from the contract that the server itself tells by reflection. */
final class MessageFuzz implements AutoCloseable {

  private static final String SERVICE = "tapline.v1.Dispatch";

  /** Longer than anything takes on a busy machine: who is silent for so long hangs. */
  private static final int PATIENCE_SECONDS = 60;

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** Faults of the server's own, and calls that nobody answered. */
  private static final Set<Status.Code> FAULTS =
      Set.of(Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.DEADLINE_EXCEEDED);

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "x",
          "\u0000",
          "a\u0000b",
          "\u0001\u001f\u007f\r\n",
          "\u00e9\u202e",
          "\ud83d\ude00",
          "x".repeat(10_000),
          "Z-AGX-1AD",
          "{}",
          "{\"a\":1}",
          "{\"passed\":true,\"\u00e9\\n\":1}",
          "{\"a\":\"\\u0000\"}",
          "{\"a\":\"\\ud800\"}",
          "{\"a\":1e999999999}",
          "{",
          "[]",
          "NaN",
          "[".repeat(5_000),
          "TRANSIENT_SYSTEM",
          "HUMAN_SESSION");

  private static final List<Integer> WHOLES =
      List.of(0, 1, 2, -1, 60, 501, 10_001, Integer.MAX_VALUE, Integer.MIN_VALUE);

  private static final List<Double> NUMBERS =
      List.of(0.0, 0.5, 1.0, -0.0, -1.0, 1.5, 1e308, Double.NaN, Double.POSITIVE_INFINITY);

  private final ManagedChannel channel;
  private final KnownValues known;
  private final Random random;
  private final Map<String, Integer> statuses = new TreeMap<>();

  MessageFuzz(int port, KnownValues known, long seed) {
    this.channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    this.known = known;
    this.random = new Random(seed);
  }

  /** Number of calls by status. */
  Map<String, Integer> statuses() {
    return statuses;
  }

  /** The faults of so many calls. */
  List<String> send(int count) throws Exception {
    var methods = contract().findServiceByName("Dispatch").getMethods();
    var faults = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var method = methods.get(i % methods.size());
      var role = RequestMaker.ROLES.get(i / methods.size() % RequestMaker.ROLES.size());
      var messages = new ArrayList<DynamicMessage>();
      for (int n = method.isClientStreaming() ? random.nextInt(3) : 0; n >= 0; n--) {
        messages.add(message(method.getInputType(), 0));
      }
      var status =
          call(
              MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                  .setType(
                      method.isClientStreaming()
                          ? MethodDescriptor.MethodType.BIDI_STREAMING
                          : MethodDescriptor.MethodType.UNARY)
                  .setFullMethodName(
                      MethodDescriptor.generateFullMethodName(SERVICE, method.getName()))
                  .setRequestMarshaller(marshaller(method.getInputType()))
                  .setResponseMarshaller(marshaller(method.getOutputType()))
                  .build(),
              role,
              messages);
      statuses.merge(status.getCode().name(), 1, Integer::sum);
      if (FAULTS.contains(status.getCode())) {
        faults.add(i + " " + role + " " + method.getName() + " " + messages + " -> " + status);
      }
    }
    return faults;
  }

  private static MethodDescriptor.Marshaller<DynamicMessage> marshaller(Descriptor type) {
    return ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(type));
  }

  private Status call(
      MethodDescriptor<DynamicMessage, DynamicMessage> method,
      String role,
      List<DynamicMessage> messages)
      throws Exception {
    var headers = new Metadata();
    if (!role.isEmpty()) {
      headers.put(AUTHORIZATION, role.equals("garbled") ? "Bearer  \t,;" : "Bearer " + role);
    }
    var ended = new CompletableFuture<Status>();
    var call =
        io.grpc.ClientInterceptors.intercept(
                channel, MetadataUtils.newAttachHeadersInterceptor(headers))
            .newCall(
                method, CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS));
    var end =
        new StreamObserver<DynamicMessage>() {
          @Override
          public void onNext(DynamicMessage message) {}

          @Override
          public void onError(Throwable thrown) {
            ended.complete(Status.fromThrowable(thrown));
          }

          @Override
          public void onCompleted() {
            ended.complete(Status.OK);
          }
        };
    if (method.getType() == MethodDescriptor.MethodType.UNARY) {
      ClientCalls.asyncUnaryCall(call, messages.get(0), end);
    } else {
      var requests = ClientCalls.asyncBidiStreamingCall(call, end);
      messages.forEach(requests::onNext);
      requests.onCompleted();
    }
    return ended.get(2 * PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private DynamicMessage message(Descriptor type, int depth) {
    var message = DynamicMessage.newBuilder(type);
    for (var field : type.getFields()) {
      if (random.nextInt(100) < 30 || depth > 3) {
        continue;
      }
      if (!field.isRepeated()) {
        message.setField(field, value(field, depth));
      } else {
        int items = random.nextInt(100) < 3 ? 600 : random.nextInt(4);
        for (int i = 0; i < items; i++) {
          message.addRepeatedField(field, value(field, depth));
        }
      }
    }
    return message.build();
  }

  private Object value(FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case STRING -> text(field.getName());
      case INT -> one(WHOLES);
      case LONG -> (long) one(WHOLES) * one(WHOLES);
      case DOUBLE -> one(NUMBERS);
      case FLOAT -> one(NUMBERS).floatValue();
      case BOOLEAN -> random.nextBoolean();
      case MESSAGE -> message(field.getMessageType(), depth + 1);
      case ENUM -> one(field.getEnumType().getValues());
      case BYTE_STRING -> com.google.protobuf.ByteString.copyFromUtf8(one(TEXTS));
    };
  }

  private String text(String name) {
    var single = name.endsWith("_euids") ? name.substring(0, name.length() - 1) : name;
    var meant = random.nextInt(100) < 70 ? known.pick(single, random) : null;
    return meant == null ? one(TEXTS) : meant;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The file that defines the service, as the server tells it. */
  private FileDescriptor contract()
      throws InterruptedException,
          java.util.concurrent.ExecutionException,
          java.util.concurrent.TimeoutException,
          InvalidProtocolBufferException,
          DescriptorValidationException {
    var told = new CompletableFuture<ServerReflectionResponse>();
    var ask =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    told.complete(response);
                  }

                  @Override
                  public void onError(Throwable thrown) {
                    told.completeExceptionally(thrown);
                  }

                  @Override
                  public void onCompleted() {}
                });
    ask.onNext(ServerReflectionRequest.newBuilder().setFileContainingSymbol(SERVICE).build());
    var files =
        told.get(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .getFileDescriptorResponse()
            .getFileDescriptorProtoList();
    ask.onCompleted();
    for (var bytes : files) {
      var file = FileDescriptorProto.parseFrom(bytes);
      if (file.getServiceCount() > 0) {
        return FileDescriptor.buildFrom(
            file, new FileDescriptor[] {TimestampProto.getDescriptor()});
      }
    }
    throw new IllegalStateException("the server tells of no service " + SERVICE);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
