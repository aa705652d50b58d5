package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server and a client of gRPC on our executors. */
class GrpcTest {
    private static final MethodDescriptor<String, String> ECHO = MethodDescriptor.<String, String>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("Shop/Echo")
            .setRequestMarshaller(new Text())
            .setResponseMarshaller(new Text())
            .build();

    private final AtomicBoolean handledOnWorker = new AtomicBoolean();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
    private Scheduler scheduler;
    private BoundedExecutor handlers;
    private Server server;
    private ManagedChannel channel;

    /** Text as bytes. */
    private static final class Text implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeEach
    void open() throws IOException {
        scheduler = Scheduler.builder().name("grpc").workers(2).build();
        ServerServiceDefinition shop = ServerServiceDefinition.builder("Shop")
                .addMethod(ECHO, ServerCalls.asyncUnaryCall((request, answer) -> {
                    handledOnWorker.set(Serial.isOn(scheduler));
                    answer.onNext(handle(request));
                    answer.onCompleted();
                }))
                .build();
        // @start region="grpc" :
        handlers = BoundedExecutor.builder(600).scheduler(scheduler).build();
        server = InProcessServerBuilder.forName("shop")
                .executor(handlers) // handlers may block
                .addService(shop)
                .build()
                .start();
        channel = InProcessChannelBuilder.forName("shop")
                .executor(scheduler) // callbacks may not
                .build();
        // @end
    }

    private String handle(String request) {
        if (request.equals("hold")) {
            Context.current().addListener(context -> cancelled.complete(true), scheduler);
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return "echo of " + request;
    }

    @AfterEach
    void close() throws InterruptedException {
        held.countDown();
        channel.shutdownNow();
        server.shutdownNow();
        assertThat(channel.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(server.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        handlers.close();
        scheduler.close();
    }

    @Test
    void shouldAnswerOnWorkers() throws Exception {
        Future<String> answer = ClientCalls.futureUnaryCall(channel.newCall(ECHO, CallOptions.DEFAULT), "rope");

        assertThat(answer.get(1, TimeUnit.MINUTES)).isEqualTo("echo of rope");
        assertThat(handledOnWorker).isTrue();
    }

    @Test
    void shouldAnswerABlockingClient() {
        for (int i = 0; i < 100; i++) {
            assertThat(ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, "rope " + i))
                    .isEqualTo("echo of rope " + i);
        }
    }

    @Test
    void shouldTellTheServerOfACancel() throws Exception {
        Future<String> answer = ClientCalls.futureUnaryCall(channel.newCall(ECHO, CallOptions.DEFAULT), "hold");
        dev.ropewalk.testing.Await.until("the call is handled", handledOnWorker::get);

        assertThat(answer.cancel(true)).isTrue();

        assertThat(cancelled.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void shouldEndACallWhoseTimeIsUp() {
        Assertions.assertThatExceptionOfType(StatusRuntimeException.class)
                .isThrownBy(() -> ClientCalls.blockingUnaryCall(
                        channel, ECHO, CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.MILLISECONDS), "hold"))
                .matches(failure -> failure.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED);
    }
}
