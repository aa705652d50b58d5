package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.core.FreshLog;
import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends and receives with callbacks, on executors that the test controls. */
@Timeout(60)
class AsyncTest {
    private final ManualExecutor executor = new ManualExecutor();
    private final List<Object> told = new ArrayList<>();
    private final List<Object> undelivered = new ArrayList<>();
    private final Channel<String> channel = Channel.<String>builder()
            .name("async")
            .onUndelivered(undelivered::add)
            .buffered(1);

    private PendingOperation send(String element) {
        return channel.sendAsync(element, executor, told::add);
    }

    private PendingOperation receive() {
        return channel.receiveAsync(executor, told::add);
    }

    @Test
    void shouldTellByTheExecutorOnlyEvenIfItHappenedAtOnce() {
        send("a");
        receive();
        assertThat(told).isEmpty();
        assertThat(channel.stats()).isEqualTo(new ChannelStats("async", 0, 1, 1, 0, 0, 0, 0, false));
        executor.runAll();
        assertThat(told).containsExactly(new SendResult.Sent(), new ReceiveResult.Received<>("a"));
    }

    @Test
    void shouldTellOnceEach() {
        send("a");
        send("b");
        executor.runAll();
        assertThat(told).containsExactly(new SendResult.Sent());
        assertThat(channel.tryReceive()).contains("a");
        assertThat(executor.size()).isEqualTo(1);
        assertThat(channel.tryReceive()).contains("b");
        channel.fail(new IllegalStateException());
        executor.runAll();
        assertThat(told).containsExactly(new SendResult.Sent(), new SendResult.Sent());
    }

    @Test
    void shouldLeaveNothingOfWhatIsCancelled() {
        PendingOperation receive = receive();
        assertThat(receive.cancel()).isTrue();
        assertThat(receive.cancel()).isFalse();
        assertThat(channel.stats().waitingReceivers()).isZero();

        channel.trySend("a");
        PendingOperation send = send("never");
        assertThat(send.cancel()).isTrue();
        assertThat(send.cancel()).isFalse();
        assertThat(channel.stats().waitingSenders()).isZero();

        assertThat(channel.tryReceive()).contains("a");
        assertThat(channel.tryReceive()).isEmpty();
        assertThat(executor.size()).isZero();
        assertThat(undelivered).isEmpty();
    }

    @Test
    void shouldNotCancelWhatHasHappenedThoughNobodyWasTold() {
        PendingOperation receive = receive();
        channel.trySend("a");
        assertThat(receive.cancel()).isFalse();
        PendingOperation sent = send("b");
        assertThat(sent.cancel()).isFalse();
        executor.runAll();
        assertThat(told).containsExactly(new ReceiveResult.Received<>("a"), new SendResult.Sent());
        assertThat(receive.cancel()).isFalse();
        assertThat(sent.cancel()).isFalse();
    }

    @Test
    void shouldCancelOneOfSeveral() {
        receive();
        PendingOperation second = receive();
        receive();
        second.cancel();
        channel.trySend("a");
        channel.trySend("b");
        executor.runAll();
        assertThat(told).containsExactly(new ReceiveResult.Received<>("a"), new ReceiveResult.Received<>("b"));
        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldGiveBackWhatARejectedCallbackHasReceived() {
        try (CapturedLog log = FreshLog.capture()) {
            channel.receiveAsync(AsyncTest::reject, told::add);
            assertThat(channel.trySend("late")).isTrue();
            assertThat(undelivered).containsExactly("late");

            channel.trySend("early");
            channel.receiveAsync(AsyncTest::reject, told::add);
            assertThat(undelivered).containsExactly("late", "early");

            assertThat(log.messages("channel async: the executor rejected a callback"))
                    .hasSize(2);
        }
        assertThat(told).isEmpty();
        assertThat(channel.stats()).isEqualTo(new ChannelStats("async", 0, 2, 0, 2, 0, 0, 0, false));
    }

    @Test
    void shouldTellTheNextWaiterThoughTheLoggerThrows() {
        try (BrokenLog log = new BrokenLog()) {
            channel.receiveAsync(AsyncTest::reject, told::add);
            channel.receiveAsync(executor, told::add);
            channel.close();
            assertThat(log.uses()).isEqualTo(1);
        }
        executor.runAll();
        assertThat(told).containsExactly(new ReceiveResult.Closed<>());
    }

    @Test
    void shouldSendThoughTheCallbackIsRejected() {
        try (CapturedLog log = FreshLog.capture()) {
            channel.sendAsync("a", AsyncTest::reject, told::add);
            channel.sendAsync("b", AsyncTest::reject, told::add);
            assertThat(channel.tryReceive()).contains("a");
            assertThat(channel.tryReceive()).contains("b");
            assertThat(log.messages("channel async: the executor rejected a callback"))
                    .hasSize(2);
        }
        assertThat(undelivered).isEmpty();
        assertThat(channel.stats()).isEqualTo(new ChannelStats("async", 0, 2, 2, 0, 0, 0, 0, false));
    }

    @Test
    void shouldGoOnWithOthersWhereACallbackIsRejectedAtTheEnd() {
        try (CapturedLog log = FreshLog.capture()) {
            channel.receiveAsync(AsyncTest::reject, told::add);
            receive();
            channel.close();
            executor.runAll();
            assertThat(log.messages("async")).hasSize(1);
        }
        assertThat(told).containsExactly(new ReceiveResult.Closed<>());
        assertThat(undelivered).isEmpty();
    }

    private static void reject(Runnable task) {
        throw new RejectedExecutionException("closed");
    }

    @Test
    void shouldNotGiveBackWhatACallbackHasSeenBeforeItFailed() {
        try (CapturedLog log = FreshLog.capture()) {
            channel.receiveAsync(Runnable::run, result -> {
                told.add(result);
                throw new IllegalStateException("thrown by a callback");
            });
            assertThat(channel.trySend("a")).isTrue();
            assertThat(log.messages("channel async: a callback has failed")).hasSize(1);
        }
        assertThat(told).containsExactly(new ReceiveResult.Received<>("a"));
        assertThat(undelivered).isEmpty();
        assertThat(channel.stats()).isEqualTo(new ChannelStats("async", 0, 1, 1, 0, 0, 0, 0, false));
    }

    @Test
    void shouldTellAllOthersThoughACallbackThrowsAnError() {
        try (CapturedLog log = FreshLog.capture()) {
            channel.receiveAsync(Runnable::run, result -> {
                throw new AssertionError("thrown by a callback");
            });
            receive();
            channel.close();
            executor.runAll();
            assertThat(log.messages("channel async: a callback has failed")).hasSize(1);
        }
        assertThat(told).containsExactly(new ReceiveResult.Closed<>());
    }

    @Test
    void shouldLetACallbackUseTheChannel() {
        channel.receiveAsync(Runnable::run, first -> {
            told.add(first);
            channel.receiveAsync(Runnable::run, told::add);
        });
        channel.trySend("a");
        channel.trySend("b");
        assertThat(told).containsExactly(new ReceiveResult.Received<>("a"), new ReceiveResult.Received<>("b"));
    }

    @Test
    void shouldSendInTheOrderOfTheCalls() {
        for (int i = 0; i < 20; i++) {
            send("e" + i);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(channel.tryReceive()).contains("e" + i);
        }
        executor.runAll();
        assertThat(told).hasSize(20).containsOnly(new SendResult.Sent());
    }
}
