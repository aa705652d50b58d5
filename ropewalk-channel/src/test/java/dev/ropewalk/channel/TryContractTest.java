package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.channel.core.OverflowPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel of any kind does for a single party that doesn't wait. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Kind.class)
class TryContractTest {
    private final Kind kind;
    private final Channel<Integer> channel;

    TryContractTest(Kind kind) {
        this.kind = kind;
        this.channel = kind.open();
    }

    @Test
    void shouldHoldAsManyElementsAsItsKindSays() {
        Channel<Integer> full = kind.full();
        assertThat(full.stats().depth()).isEqualTo(kind.fill());

        boolean sent = full.trySend(-1);

        assertThat(sent).isEqualTo(kind == Kind.UNLIMITED || kind.overflow != OverflowPolicy.WAIT);
        assertThat(full.stats().depth()).isEqualTo(kind == Kind.UNLIMITED ? kind.fill() + 1 : kind.fill());
    }

    @Test
    void shouldCountTheSendsThatItRefuses() throws InterruptedException {
        Channel<Integer> full = kind.full();
        List<Boolean> sent = List.of(
                full.trySend(-1),
                full.trySendResult(-1) instanceof SendResult.Sent,
                full.send(-1, Duration.ZERO),
                full.sendResult(-1, Duration.ofNanos(-1)) instanceof SendResult.Sent,
                full.send(-1, Duration.ofNanos(1)));

        assertThat(full.stats().refused())
                .isEqualTo(sent.stream().filter(each -> !each).count());
        full.close();
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> full.trySend(-1));
        assertThat(full.stats().refused()).as("an end is no refusal").isEqualTo(sent.contains(false) ? 5 : 0);
    }

    @Test
    void shouldReturnElementsInTheirOrder() {
        Channel<Integer> full = kind.full();
        List<Integer> received = IntStream.range(0, kind.fill())
                .mapToObj(i -> full.tryReceive().orElseThrow())
                .toList();
        assertThat(received)
                .containsExactlyElementsOf(
                        IntStream.range(0, kind.fill()).boxed().toList());
        assertThat(full.tryReceive()).isEmpty();
    }

    @Test
    void shouldReceiveNothingFromAnEmptyChannel() throws InterruptedException {
        assertThat(channel.tryReceive()).isEmpty();
        assertThat(channel.tryReceiveResult()).isEqualTo(new ReceiveResult.Empty<>());
        for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE))) {
            assertThat(channel.receive(none)).isEmpty();
            assertThat(channel.receiveResult(none)).isEqualTo(new ReceiveResult.Empty<>());
        }
        assertThat(channel.receive(Duration.ofNanos(1))).isEmpty();
        assertThat(channel.receiveResult(Duration.ofMillis(2))).isEqualTo(new ReceiveResult.Empty<>());
        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldReceiveWhatIsThereWithinAnyTime() throws InterruptedException {
        Channel<Integer> other = Channel.buffered(7);
        IntStream.range(0, 7).forEach(other::trySend);
        assertThat(other.receive()).isZero();
        assertThat(other.receive(Duration.ZERO)).contains(1);
        assertThat(other.receive(Duration.ofSeconds(Long.MIN_VALUE))).contains(2);
        assertThat(other.receive(Duration.ofSeconds(Long.MAX_VALUE))).contains(3);
        assertThat(other.receiveResult()).isEqualTo(new ReceiveResult.Received<>(4));
        assertThat(other.receiveResult(Duration.ofNanos(-1))).isEqualTo(new ReceiveResult.Received<>(5));
        assertThat(other.tryReceiveResult()).isEqualTo(new ReceiveResult.Received<>(6));
    }

    @ParameterizedTest
    @EnumSource(Party.class)
    void shouldNotFailToTrySendingWhileSomebodyWaitsToReceive(Party party) throws Exception {
        try (Parties parties = new Parties()) {
            for (int i = 0; i < 100; i++) {
                Operation<ReceiveResult<Integer>> receive = parties.waitingReceive(party, channel);
                assertThat(channel.trySend(i)).isTrue();
                assertThat(receive.outcome()).isEqualTo(new ReceiveResult.Received<>(i));
            }
        }
    }

    @Test
    void shouldRefuseNull() {
        Optional<Integer> nothing = Optional.empty();
        Integer none = orNull(nothing);
        Duration noTime = orNull(Optional.<Duration>empty());
        for (Runnable call : List.<Runnable>of(
                () -> run(() -> channel.send(none)),
                () -> run(() -> channel.send(none, Duration.ZERO)),
                () -> channel.trySend(none),
                () -> run(() -> channel.sendResult(none)),
                () -> run(() -> channel.sendResult(none, Duration.ZERO)),
                () -> channel.trySendResult(none),
                () -> channel.sendAsync(none, Runnable::run, result -> {}))) {
            assertThatNullPointerException().isThrownBy(call::run).withMessage("element");
        }
        for (Runnable call : List.<Runnable>of(
                () -> run(() -> channel.send(1, noTime)),
                () -> run(() -> channel.sendResult(1, noTime)),
                () -> run(() -> channel.receive(noTime)),
                () -> run(() -> channel.receiveResult(noTime)))) {
            assertThatNullPointerException().isThrownBy(call::run).withMessage("timeout");
        }
        assertThatNullPointerException()
                .isThrownBy(() -> channel.sendAsync(1, orNull(Optional.empty()), result -> {}))
                .withMessage("executor");
        assertThatNullPointerException()
                .isThrownBy(() -> channel.receiveAsync(Runnable::run, orNull(Optional.empty())))
                .withMessage("callback");
        assertThatNullPointerException()
                .isThrownBy(() -> channel.fail(orNull(Optional.empty())))
                .withMessage("cause");
        assertThat(channel.stats()).isEqualTo(new ChannelStats(channel.name(), 0, 0, 0, 0, 0, 0, 0, false));
    }

    private static void run(Processes.Body body) {
        try {
            body.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("NullAway") // what a caller without a checker could do
    private static <T> T orNull(Optional<T> value) {
        return value.orElse(null);
    }
}
