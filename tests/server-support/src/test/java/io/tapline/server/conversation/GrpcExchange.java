package io.tapline.server.conversation;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tapline.grpc.v1.DispatchGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * {@code grpc WHO Method FIELDS}: one call, with the request as protocol buffer text. A stream is
 * sent the messages apart by {@code ;} one after the other, each but the first once an answer to
 * the one before has come, and is then closed from our side.
 */
final class GrpcExchange implements StepRunner {

  private static final long PATIENCE_SECONDS = 120;
  private static final String END = "the stream ends";

  private final Channel channel;
  private final UnaryOperator<String> tokens;

  GrpcExchange(Channel channel, UnaryOperator<String> tokens) {
    this.channel = channel;
    this.tokens = tokens;
  }

  @Override
  public StepAnswer run(String request, AnswerNormalizer normalizer) throws Exception {
    var parts = request.split(" ", 3);
    var method = method(parts[1]);
    var caller = ClientInterceptors.intercept(channel, new Bearer(tokens.apply(parts[0])));
    var answers = call(caller, method, parts.length < 3 ? "" : parts[2]);
    var lines = new ArrayList<String>();
    for (var answer : answers) {
      lines.addAll(normalizer.text(fenced(answer, normalizer)).lines().toList());
    }
    return new StepAnswer(lines, where -> kept(answers, where));
  }

  private static String fenced(String answer, AnswerNormalizer normalizer) {
    return Pattern.compile("fencing_token: (\\d+)")
        .matcher(answer)
        .replaceAll(found -> "fencing_token: " + normalizer.numbered("fence", found.group(1)));
  }

  @SuppressWarnings("unchecked")
  private static MethodDescriptor<Message, Message> method(String name) {
    return (MethodDescriptor<Message, Message>)
        DispatchGrpc.getServiceDescriptor().getMethods().stream()
            .filter(method -> name.equals(method.getBareMethodName()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no method is called " + name));
  }

  private static List<String> call(
      Channel caller, MethodDescriptor<Message, Message> method, String requests) throws Exception {
    var options = CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (method.getType() == MethodDescriptor.MethodType.UNARY) {
      try {
        var answer =
            ClientCalls.blockingUnaryCall(caller, method, options, message(method, requests));
        return List.of("OK", text(answer));
      } catch (io.grpc.StatusRuntimeException e) {
        return List.of(refusal(e));
      }
    }
    var told = new LinkedBlockingQueue<String>();
    var asking =
        ClientCalls.asyncBidiStreamingCall(caller.newCall(method, options), new Listening(told));
    var answers = new ArrayList<String>();
    for (var each : requests.split(";")) {
      asking.onNext(message(method, each));
      answers.add(next(told));
    }
    asking.onCompleted();
    while (!last(answers)) {
      answers.add(next(told));
    }
    return answers;
  }

  private static boolean last(List<String> answers) {
    var last = answers.get(answers.size() - 1);
    return last.equals(END) || last.startsWith("refused");
  }

  private static String next(BlockingQueue<String> told) throws InterruptedException {
    var next = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came on the stream");
    }
    return next;
  }

  private static Message message(MethodDescriptor<Message, Message> method, String text)
      throws TextFormat.ParseException {
    var prototype =
        ((MethodDescriptor.PrototypeMarshaller<Message>) method.getRequestMarshaller())
            .getMessagePrototype();
    var builder = prototype.newBuilderForType();
    TextFormat.merge(text, builder);
    return builder.build();
  }

  private static String text(Message message) {
    return TextFormat.printer().printToString(message);
  }

  private static String refusal(Throwable thrown) {
    var status = Status.fromThrowable(thrown);
    var trailers = Status.trailersFromThrowable(thrown);
    return "refused "
        + status.getCode()
        + " "
        + status.getDescription()
        + trailer(trailers, "tapline-code")
        + trailer(trailers, "tapline-field");
  }

  private static String trailer(Metadata trailers, String name) {
    var value =
        trailers == null
            ? null
            : trailers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    return value == null ? "" : "\n" + name + ": " + value;
  }

  /** The value of the first field of that name, in any of the answers. */
  private static String kept(List<String> answers, String field) {
    var found =
        Pattern.compile("\\b" + field + ": \"([^\"]*)\"").matcher(String.join("\n", answers));
    return found.find() ? found.group(1) : null;
  }

  private record Listening(BlockingQueue<String> told) implements StreamObserver<Message> {
    @Override
    public void onNext(Message answer) {
      told.add(text(answer));
    }

    @Override
    public void onError(Throwable thrown) {
      told.add(refusal(thrown));
    }

    @Override
    public void onCompleted() {
      told.add(END);
    }
  }

  private record Bearer(String token) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          if (token != null) {
            headers.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                "Bearer " + token);
          }
          super.start(listener, headers);
        }
      };
    }
  }
}
