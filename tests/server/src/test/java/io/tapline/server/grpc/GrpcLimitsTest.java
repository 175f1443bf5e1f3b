package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tapline.engine.testing.Await;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.TestTapline;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Callers without a token use little memory, few calls and few connections of the gRPC port. */
class GrpcLimitsTest {

  private static final Map<LimitedResource, Long> LIMITS =
      Map.of(LimitedResource.OPEN_CALLS, 8L, LimitedResource.GRPC_CONNECTIONS, 12L);

  private static TestTapline tapline;
  private static ManagedChannel channel;

  @BeforeAll
  static void start() {
    tapline =
        TestTapline.startWith(
            s -> ServerSettingsBuilder.builder(s).grpcPort(0).limits(LIMITS).build());
    channel = channel();
  }

  @AfterAll
  static void stop() {
    channel.shutdownNow();
    tapline.close();
  }

  private static ManagedChannel channel() {
    return NettyChannelBuilder.forAddress("127.0.0.1", tapline.server().grpcPort())
        .usePlaintext()
        .build();
  }

  private static void assertServed() {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .withDeadlineAfter(60, TimeUnit.SECONDS)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    assertThat(tapline.as(null).get("/health").status()).isEqualTo(200);
    assertThat(tapline.as("other-operator").get("queues").status()).isEqualTo(200);
  }

  private static ScaledObjectRef trigger(int entries) {
    var trigger = ScaledObjectRef.newBuilder();
    for (int i = 0; i < entries; i++) {
      trigger.putScalerMetadata(String.format("%06d", i), "");
    }
    return trigger.build();
  }

  @Test
  void a_message_without_a_proof_is_refused_before_it_is_parsed() {
    var keda = ExternalScalerGrpc.newBlockingStub(channel).withDeadlineAfter(1, TimeUnit.MINUTES);
    assertThatThrownBy(() -> keda.isActive(trigger(100)))
        .as("small enough to be read, and without a token")
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED));
    for (int entries : new int[] {2_000, 100_000}) {
      assertThatThrownBy(() -> keda.isActive(trigger(entries)))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e -> assertThat(e.getStatus().getCode()).isNotEqualTo(Status.Code.UNAUTHENTICATED));
      assertThatThrownBy(() -> keda.withCompression("gzip").isActive(trigger(entries)))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED));
    }
    assertServed();
  }

  @Test
  void an_address_has_a_share_of_the_open_calls() {
    var calls = new ArrayList<ClientCall<HealthCheckRequest, HealthCheckResponse>>();
    var refused = new AtomicInteger();
    var heard = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      var call = channel.newCall(HealthGrpc.getWatchMethod(), CallOptions.DEFAULT);
      calls.add(call);
      ClientCalls.asyncServerStreamingCall(
          call,
          HealthCheckRequest.getDefaultInstance(),
          new StreamObserver<HealthCheckResponse>() {
            @Override
            public void onNext(HealthCheckResponse value) {
              heard.incrementAndGet();
            }

            @Override
            public void onError(Throwable thrown) {
              if (Status.fromThrowable(thrown).getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                refused.incrementAndGet();
              }
            }

            @Override
            public void onCompleted() {
              // The server never ends one.
            }
          });
    }
    Await.until("all are answered", () -> refused.get() + heard.get() == 10);
    assertThat(refused.get()).isEqualTo(6);
    assertThat(tapline.as("other-operator").get("queues").status()).isEqualTo(200);
    calls.forEach(call -> call.cancel("enough", null));
    var open = tapline.server().bean(ServerShares.class).of(LimitedResource.OPEN_CALLS);
    Await.until("returned", () -> open.held() == 0);
    assertServed();
  }

  @Test
  void a_message_that_does_not_end_is_ended() throws IOException {
    try (var socket = new Socket("127.0.0.1", tapline.server().grpcPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(unfinishedCall());
      var in = new DataInputStream(socket.getInputStream());
      var open = tapline.server().bean(ServerShares.class).of(LimitedResource.OPEN_CALLS);
      Await.until("the call has begun", () -> open.held() > 0);
      tapline.server().bean(Ticker.class).advance(Duration.ofSeconds(6));
      assertThat(firstEnd(in)).as("the call is ended, and not the connection").isEqualTo(1);
      Await.until("returned", () -> open.held() == 0);
    }
    assertServed();
  }

  @Test
  void an_address_has_a_share_of_the_connections() throws IOException {
    var sockets = new ArrayList<Socket>();
    var share = tapline.server().bean(ServerShares.class).of(LimitedResource.GRPC_CONNECTIONS);
    try {
      for (int i = 0; i < 12; i++) {
        var socket = new Socket("127.0.0.1", tapline.server().grpcPort());
        sockets.add(socket);
        socket.getOutputStream().write(preface().toByteArray());
      }
      Await.until("refused", () -> share.refused() > 0);
      assertThat(share.held()).isLessThanOrEqualTo(share.mostOfGroup());
      assertThat(tapline.as("other-operator").get("queues").status()).isEqualTo(200);
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
    Await.until("returned", () -> share.held() <= 1);
    assertServed();
  }

  private static ByteArrayOutputStream preface() throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(bytes, 4, 0, 0, new byte[0]);
    return bytes;
  }

  /** A health check of 10 kB, of which 5 kB come. */
  private static byte[] unfinishedCall() throws IOException {
    var bytes = preface();
    var head = new ByteArrayOutputStream();
    for (var field :
        new String[][] {
          {":method", "POST"},
          {":scheme", "http"},
          {":path", "/grpc.health.v1.Health/Check"},
          {":authority", "x"},
          {"content-type", "application/grpc"},
          {"te", "trailers"}
        }) {
      head.write(0);
      for (var text : field) {
        head.write(text.length());
        head.write(text.getBytes(StandardCharsets.US_ASCII));
      }
    }
    frame(bytes, 1, 4, 1, head.toByteArray());
    var part = new byte[5_000];
    part[3] = 10_000 / 256;
    part[4] = (byte) (10_000 % 256);
    frame(bytes, 0, 0, 1, part);
    return bytes.toByteArray();
  }

  private static void frame(
      ByteArrayOutputStream out, int type, int flags, int stream, byte[] content)
      throws IOException {
    out.write(content.length >> 16);
    out.write(content.length >> 8);
    out.write(content.length);
    out.write(type);
    out.write(flags);
    out.write(new byte[] {0, 0, 0, (byte) stream});
    out.write(content);
  }

  /** The stream of the first frame that ends one, by a reset or by its last headers. */
  private static int firstEnd(DataInputStream in) throws IOException {
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.skipNBytes(length);
      if (type == 3 || type == 1 && (flags & 1) == 1) {
        return stream;
      }
    }
  }
}
