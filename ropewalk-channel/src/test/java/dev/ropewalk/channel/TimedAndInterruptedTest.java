package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Signal;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How the waiting of threads ends early, or not at all. */
@Timeout(60)
@ParameterizedClass
@EnumSource(value = Party.class, mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
class TimedAndInterruptedTest {
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    private final Party party;
    private final Parties parties = new Parties();
    private final Channel<String> channel =
            Channel.<String>builder().name("orders").rendezvous();

    TimedAndInterruptedTest(Party party) {
        this.party = party;
    }

    @AfterEach
    void close() {
        parties.close();
    }

    private <R> Operation<R> waiting(Callable<R> call) {
        ChannelStats before = channel.stats();
        Operation<R> operation = parties.run(party, call);
        Await.until(
                "a waiting thread",
                () -> channel.stats().waitingSenders() + channel.stats().waitingReceivers()
                        == before.waitingSenders() + before.waitingReceivers() + 1);
        return operation;
    }

    @Test
    void shouldGiveUpWhenTheTimeIsUp() throws Exception {
        Duration time = Duration.ofMillis(3);
        long start = System.nanoTime();
        assertThat(parties.run(party, () -> channel.send("late", time)).outcome())
                .isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(time.toNanos());
        assertThat(parties.run(party, () -> channel.sendResult("late", time)).outcome())
                .isEqualTo(new SendResult.Full());
        assertThat(parties.run(party, () -> channel.receive(time)).outcome()).isEmpty();
        assertThat(parties.run(party, () -> channel.receiveResult(time)).outcome())
                .isEqualTo(new ReceiveResult.Empty<>());
        assertThat(channel.stats()).isEqualTo(new ChannelStats("orders", 0, 0, 0, 0, 2, 0, 0, false));
    }

    @Test
    void shouldWaitForTheLongestTimeThereIs() throws Exception {
        for (Duration time : List.of(LONGEST, Duration.ofNanos(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE - 1))) {
            Operation<Boolean> send = waiting(() -> channel.send("slow", time));
            assertThat(channel.tryReceive()).contains("slow");
            assertThat(send.outcome()).isTrue();

            Operation<Optional<String>> receive = waiting(() -> channel.receive(time));
            assertThat(channel.trySend("slow")).isTrue();
            assertThat(receive.outcome()).contains("slow");
        }
    }

    @Test
    void shouldBeServedBeforeTheTimeIsUp() throws Exception {
        Operation<SendResult> send = waiting(() -> channel.sendResult("soon", Duration.ofHours(1)));
        assertThat(channel.receive(Duration.ofHours(1))).contains("soon");
        assertThat(send.outcome()).isEqualTo(new SendResult.Sent());
    }

    @Test
    void shouldRefuseToBeginWhenInterrupted() {
        Channel<String> ready = Channel.<String>builder().name("ready").buffered(9);
        ready.trySend("there");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> ready.receive(),
                () -> ready.receive(Duration.ZERO),
                () -> ready.receiveResult(),
                () -> ready.receiveResult(LONGEST))) {
            assertThatThrownBy(interrupted(call)::outcome)
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("interrupted before receiving from channel ready");
        }
        for (Callable<?> call : List.<Callable<?>>of(
                () -> ready.send("x", Duration.ZERO),
                () -> ready.sendResult("x"),
                () -> ready.sendResult("x", LONGEST))) {
            assertThatThrownBy(interrupted(call)::outcome)
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("interrupted before sending to channel ready");
        }
        assertThat(ready.stats()).isEqualTo(new ChannelStats("ready", 1, 1, 0, 0, 0, 0, 0, false));
    }

    private Operation<?> interrupted(Callable<?> call) {
        return parties.run(party, () -> {
            Thread.currentThread().interrupt();
            return call.call();
        });
    }

    @Test
    void shouldTryWhateverTheInterruptFlagSays() throws Exception {
        Channel<String> ready = Channel.buffered(1);
        Operation<?> tries =
                interrupted(() -> ready.trySend("kept") && ready.tryReceive().isPresent());
        assertThat(tries.outcome()).isEqualTo(true);
        assertThat(tries.leftInterrupted()).isTrue();
    }

    @Test
    void shouldThrowWhenInterruptedWhileWaiting() {
        for (Callable<?> call : List.<Callable<?>>of(
                () -> channel.receive(), () -> channel.receive(Duration.ofHours(1)), () -> channel.receiveResult())) {
            Operation<?> receive = waiting(call);
            receive.giveUp();
            assertThatThrownBy(receive::outcome)
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("interrupted while waiting to receive from orders");
            assertThat(receive.leftInterrupted()).isFalse();
        }
        for (Callable<?> call :
                List.<Callable<?>>of(() -> channel.sendResult("x"), () -> channel.send("x", Duration.ofHours(1)))) {
            Operation<?> send = waiting(call);
            send.giveUp();
            assertThatThrownBy(send::outcome)
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("interrupted while waiting to send to orders");
        }
        assertThat(channel.stats()).isEqualTo(new ChannelStats("orders", 0, 0, 0, 0, 0, 0, 0, false));
    }

    /** Sends, but doesn't wake the receiver yet. */
    private Object sendWithoutWaking(String element) {
        LockedChannel<String> locked = (LockedChannel<String>) channel;
        locked.lock();
        try {
            return locked.trySendLocked(element);
        } finally {
            locked.unlock();
        }
    }

    private void wake(Object outcome) {
        ((LockedChannel<String>) channel).afterSend(outcome);
    }

    @Test
    void shouldKeepTheElementThatWasHandedOverBeforeTheInterrupt() throws Exception {
        Operation<String> receive = waiting(channel::receive);
        Object outcome = sendWithoutWaking("kept");
        receive.giveUp();
        Await.until("the thread to notice its interrupt", () -> !receive.isInterrupted());
        assertThat(receive.isDone()).isFalse();
        wake(outcome);

        assertThat(receive.outcome()).isEqualTo("kept");
        assertThat(receive.leftInterrupted()).isTrue();
    }

    @Test
    void shouldKeepTheElementThatWasHandedOverBeforeTheTimeWasUp() throws Exception {
        Object outcome;
        Operation<Optional<String>> receive;
        long millis = 10;
        do {
            Duration time = Duration.ofMillis(millis *= 2);
            Operation<Optional<String>> attempt = parties.run(party, () -> channel.receive(time));
            Await.until("a waiting receiver", () -> channel.stats().waitingReceivers() > 0 || attempt.isDone());
            outcome = sendWithoutWaking("kept");
            receive = attempt;
        } while (outcome == Signal.WAIT);
        Operation<Optional<String>> last = receive;
        Await.until("the thread to wait without a limit", () -> last.state() == Thread.State.WAITING);
        wake(outcome);

        assertThat(last.outcome()).contains("kept");
        assertThat(last.leftInterrupted()).isFalse();
    }
}
