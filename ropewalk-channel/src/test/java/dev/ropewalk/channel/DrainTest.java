package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Receiving many elements in one step. */
@Timeout(60)
class DrainTest {
    private final List<Integer> undelivered = new ArrayList<>();
    private final Channel<Integer> channel = Channel.<Integer>builder()
            .name("drained")
            .onUndelivered(undelivered::add)
            .unlimited();

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            channel.trySend(i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRefuseToReceiveNothing(int most) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel.drainTo(new ArrayList<>(), most))
                .withMessage("can't receive " + most + " elements at most; it must be above 0");
    }

    @Test
    void shouldTakeAsManyAsAreWantedAndThere() {
        send(150);
        Collection<Integer> target = new ArrayDeque<>();
        assertThat(channel.drainTo(target, 1)).isEqualTo(1);
        assertThat(channel.drainTo(target, 99)).isEqualTo(99);
        assertThat(channel.drainTo(target, Integer.MAX_VALUE)).isEqualTo(50);
        assertThat(channel.drainTo(target, 1)).isZero();
        assertThat(target)
                .containsExactlyElementsOf(IntStream.range(0, 150).boxed().toList());
        assertThat(channel.stats()).isEqualTo(new ChannelStats("drained", 0, 150, 150, 0, 0, 0, 0, false));
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#bounded")
    void shouldTakeFromThoseWhoWaitToSend(Kind kind) throws Exception {
        Channel<Integer> full = kind.full();
        try (Parties parties = new Parties()) {
            List<Operation<SendResult>> senders = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                senders.add(parties.waitingSend(Party.ofTurn(i), full, kind.fill() + i));
            }
            List<Integer> target = new ArrayList<>();
            assertThat(full.drainTo(target, kind.fill() + 5)).isEqualTo(kind.fill() + 5);
            assertThat(full.drainTo(target, 100)).isEqualTo(3);
            for (Operation<SendResult> sender : senders) {
                assertThat(sender.outcome().isSent()).isTrue();
            }
            assertThat(target)
                    .containsExactlyElementsOf(
                            IntStream.range(0, kind.fill() + 8).boxed().toList());
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldTellTheEndOnlyWhenNothingIsLeft(Kind kind) {
        Channel<Integer> full = kind.full();
        full.close();
        if (kind.fill() > 0) {
            assertThat(full.drainTo(new ArrayList<>(), 500)).isEqualTo(kind.fill());
        }
        assertThatThrownBy(() -> full.drainTo(new ArrayList<>(), 500))
                .isExactlyInstanceOf(ChannelClosedException.class);
    }

    @Test
    void shouldHandOverWhatTheTargetRefusesAndWhatIsBehindIt() {
        send(5);
        Collection<Integer> target = new ArrayBlockingQueue<>(2);
        assertThatThrownBy(() -> channel.drainTo(target, 9)).isInstanceOf(IllegalStateException.class);
        assertThat(target).containsExactly(0, 1);
        assertThat(undelivered).containsExactly(2, 3, 4);
        assertThat(channel.stats()).isEqualTo(new ChannelStats("drained", 0, 5, 2, 3, 0, 0, 0, false));
    }

    @Test
    void shouldTakeMoreThanItExpectedInOneStep() throws Exception {
        Channel<Integer> full = Kind.BUFFERED_16.full();
        ManualExecutor executor = new ManualExecutor();
        int waiting = 1000;
        for (int i = 0; i < waiting; i++) {
            full.sendAsync(Kind.BUFFERED_16.fill() + i, executor, result -> {});
        }
        List<Integer> target = new ArrayList<>();
        assertThat(full.drainTo(target, Integer.MAX_VALUE)).isEqualTo(Kind.BUFFERED_16.fill() + waiting);
        assertThat(target)
                .containsExactlyElementsOf(IntStream.range(0, Kind.BUFFERED_16.fill() + waiting)
                        .boxed()
                        .toList());
        assertThat(executor.size()).isEqualTo(waiting);
    }

    @Test
    void shouldTellByItsResultHowManyCame() {
        send(3);
        List<Integer> target = new ArrayList<>();
        assertThat(channel.drainResult(target, 2)).isEqualTo(new DrainResult.Drained(2));
        assertThat(channel.drainResult(target, 2)).isEqualTo(new DrainResult.Drained(1));
        assertThat(channel.drainResult(target, 2)).isEqualTo(new DrainResult.Empty());
        assertThat(target).containsExactly(0, 1, 2);
    }

    @Test
    void shouldTellByItsResultThatTheChannelHasEnded() {
        send(1);
        channel.close();
        List<Integer> batch = new ArrayList<>(List.of(-1));
        assertThat(channel.drainResult(batch, 2)).isEqualTo(new DrainResult.Drained(1));
        assertThat(channel.drainResult(batch, 2)).isEqualTo(new DrainResult.Closed());
        assertThat(batch).containsExactly(-1, 0);
        Channel<Integer> failed = Channel.buffered(1);
        IllegalStateException cause = new IllegalStateException();
        failed.fail(cause);
        assertThat(failed.drainResult(batch, 2)).isEqualTo(new DrainResult.Failed(cause));
    }

    @Test
    void shouldCountWhatASetHasAlready() {
        channel.trySend(1);
        channel.trySend(1);
        Collection<Integer> target = new HashSet<>();
        assertThat(channel.drainTo(target, 9)).isEqualTo(2);
        assertThat(target).containsExactly(1);
        assertThat(undelivered).isEmpty();
    }
}
