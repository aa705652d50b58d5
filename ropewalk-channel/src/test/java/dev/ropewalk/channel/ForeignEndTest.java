package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends of channels that a user has written: where they work, and where they are refused. */
@Timeout(60)
class ForeignEndTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final FakeSender sender = new FakeSender();
    private final FakeReceiver receiver = new FakeReceiver();

    /** Remembers what is sent, as many as it has room for. */
    private static final class FakeSender implements Sender<String> {
        final List<String> sent = new ArrayList<>();
        SendResult next = SendResult.sent();

        @Nullable
        Throwable failure;

        boolean closed;

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public SendResult sendResult(String element) {
            if (next.isSent()) {
                sent.add(element);
            }
            return next;
        }

        @Override
        public SendResult sendResult(String element, Duration timeout) {
            return sendResult(element);
        }

        @Override
        public SendResult trySendResult(String element) {
            return sendResult(element);
        }

        @Override
        public PendingOperation sendAsync(String element, Executor executor, Consumer<? super SendResult> callback) {
            executor.execute(() -> callback.accept(sendResult(element)));
            return () -> false;
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public void fail(Throwable cause) {
            failure = cause;
            closed = true;
        }

        @Override
        public boolean isClosed() {
            return closed;
        }
    }

    /** Has a list of results, and nothing behind them. */
    private static final class FakeReceiver implements Receiver<String> {
        final Queue<ReceiveResult<String>> results = new ArrayDeque<>();

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public ReceiveResult<String> receiveResult() {
            return results.isEmpty() ? ReceiveResult.empty() : results.remove();
        }

        @Override
        public ReceiveResult<String> receiveResult(Duration timeout) {
            return receiveResult();
        }

        @Override
        public ReceiveResult<String> tryReceiveResult() {
            return receiveResult();
        }

        @Override
        public PendingOperation receiveAsync(Executor executor, Consumer<? super ReceiveResult<String>> callback) {
            executor.execute(() -> callback.accept(receiveResult()));
            return () -> false;
        }

        @Override
        public DrainResult drainResult(Collection<? super String> target, int most) {
            return switch (receiveResult()) {
                case ReceiveResult.Received<String>(String element) -> {
                    target.add(element);
                    yield DrainResult.drained(1);
                }
                case ReceiveResult.Empty<String>() -> DrainResult.empty();
                case ReceiveResult.Closed<String>() -> DrainResult.closed();
                case ReceiveResult.Failed<String>(Throwable cause) -> DrainResult.failed(cause);
            };
        }
    }

    private static <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                ForeignEndTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals("name") ? "proxy" : null));
    }

    @Test
    void shouldSendByTheFormsWithResults() throws InterruptedException {
        sender.send("a");
        assertThat(sender.send("b", Duration.ZERO)).isTrue();
        assertThat(sender.trySend("c")).isTrue();
        assertThat(sender.sent).containsExactly("a", "b", "c");
        sender.next = SendResult.full();
        assertThat(sender.send("d", Duration.ZERO)).isFalse();
        assertThat(sender.trySend("d")).isFalse();
        sender.next = SendResult.closed();
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(() -> sender.send("d"))
                .withMessage("channel fake was closed");
        Throwable cause = new IllegalStateException("expected");
        sender.next = SendResult.failed(cause);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> sender.trySend("d"))
                .withCause(cause);
    }

    @Test
    void shouldReceiveByTheFormsWithResults() throws InterruptedException {
        receiver.results.addAll(List.of(
                ReceiveResult.received("a"),
                ReceiveResult.received("b"),
                ReceiveResult.received("c"),
                ReceiveResult.received("d")));
        assertThat(receiver.receive()).isEqualTo("a");
        assertThat(receiver.receive(Duration.ZERO)).contains("b");
        assertThat(receiver.tryReceive()).contains("c");
        List<String> drained = new ArrayList<>();
        assertThat(receiver.drainTo(drained, 2)).isEqualTo(1);
        assertThat(drained).containsExactly("d");
        assertThat(receiver.receive(Duration.ZERO)).isEmpty();
        assertThat(receiver.tryReceive()).isEmpty();
        assertThat(receiver.drainTo(drained, 2)).isZero();
        receiver.results.addAll(List.of(ReceiveResult.closed(), ReceiveResult.closed()));
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(receiver::receive);
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> receiver.drainTo(drained, 2));
        Throwable cause = new IllegalStateException("expected");
        receiver.results.addAll(List.of(ReceiveResult.failed(cause), ReceiveResult.failed(cause)));
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(receiver::tryReceive)
                .withCause(cause);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> receiver.drainTo(drained, 2))
                .withCause(cause);
    }

    @Test
    void shouldIterate() {
        receiver.results.addAll(
                List.of(ReceiveResult.received("a"), ReceiveResult.received("b"), ReceiveResult.closed()));
        List<String> received = new ArrayList<>();
        receiver.forEach(received::add);
        assertThat(received).containsExactly("a", "b");
    }

    @Test
    void shouldBeTheTargetOfAnOperator() throws InterruptedException {
        Channel<Integer> numbers = Channel.unlimited();
        numbers.send(1);
        numbers.send(2);
        numbers.close();
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channels.map(scope, numbers, number -> "number " + number, sender);
            scope.join();
        }
        assertThat(sender.sent).containsExactly("number 1", "number 2");
        assertThat(sender.closed).isTrue();
        assertThat(sender.failure).isNull();
    }

    @Test
    void shouldBeRefusedByASelect() {
        SelectBuilder<String> select = Select.fair();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> select.receive(receiver, element -> element))
                .withMessageContaining(FakeReceiver.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> select.receiveResult(receiver, Object::toString))
                .withMessageContaining(FakeReceiver.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> select.send(sender, () -> "a", () -> "sent"))
                .withMessageContaining(FakeSender.class.getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> select.sendResult(sender, () -> "a", Object::toString))
                .withMessageContaining(FakeSender.class.getName());
    }

    @Test
    void shouldBeRefusedAsTheSourceOfAnOperatorBeforeAProcessStarts() throws InterruptedException {
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Duration soon = Duration.ofMillis(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Channels.pipe(scope, receiver, sender))
                    .withMessageContaining(FakeReceiver.class.getName());
            assertThatIllegalArgumentException().isThrownBy(() -> Channels.map(scope, receiver, String::length));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Channels.merge(scope, Channel.<String>rendezvous(), receiver));
            assertThatIllegalArgumentException().isThrownBy(() -> Channels.batch(scope, receiver, 2, soon));
            assertThatIllegalArgumentException().isThrownBy(() -> Channels.broadcast(scope, receiver));
            assertThat(scope.snapshot().processes()).isEmpty();
            scope.join();
        }
        assertThat(sender.closed).isFalse();
    }

    @Test
    void shouldRefuseAForeignScopeForOperators() {
        ProcessScope foreign = proxy(ProcessScope.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Channels.pipe(foreign, Channel.<String>rendezvous(), sender))
                .withMessageContaining(foreign.getClass().getName());
    }

    @Test
    @SuppressWarnings("unchecked") // a proxy is as generic as its interface
    void shouldBeDecorated() throws InterruptedException {
        Channel<String> channel = Channel.buffered(4);
        List<String> seen = new ArrayList<>();
        Sender<String> decorated = (Sender<String>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Sender.class}, (proxy, method, arguments) -> {
                    seen.add(method.getName());
                    return method.invoke(channel, arguments);
                });
        decorated.send("a");
        decorated.close();
        assertThat(seen).containsExactly("send", "close");
        assertThat(channel.receive()).isEqualTo("a");
        assertThat(channel.isClosed()).isTrue();
    }
}
