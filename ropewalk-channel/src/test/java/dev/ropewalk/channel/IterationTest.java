package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receiving until the end. */
@Timeout(60)
class IterationTest {
    private final Parties parties = new Parties();
    private final Channel<String> channel =
            Channel.<String>builder().name("lines").buffered(9);

    @AfterEach
    void close() {
        parties.close();
    }

    @Test
    void shouldReceiveOnceHoweverOftenItIsAsked() {
        channel.trySend("a");
        channel.trySend("b");
        Iterator<String> iterator = channel.iterator();
        assertThat(iterator.hasNext()).isTrue();
        assertThat(iterator.hasNext()).isTrue();
        assertThat(channel.stats().receives()).isEqualTo(1);
        assertThat(iterator.next()).isEqualTo("a");
        assertThat(iterator.next()).isEqualTo("b");
        channel.close();
        assertThat(iterator.hasNext()).isFalse();
        assertThat(iterator.hasNext()).isFalse();
    }

    @Test
    void shouldHaveNoNextAfterTheEnd() {
        channel.trySend("a");
        channel.close();
        Iterator<String> iterator = channel.iterator();
        assertThat(iterator.next()).isEqualTo("a");
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(NoSuchElementException.class)
                    .isThrownBy(iterator::next)
                    .withMessage("channel lines is closed and empty");
        }
    }

    @Test
    void shouldShareElementsAmongIterators() {
        for (String element : List.of("a", "b", "c")) {
            channel.trySend(element);
        }
        channel.close();
        Iterator<String> one = channel.iterator();
        Iterator<String> other = channel.iterator();
        assertThat(one.hasNext()).isTrue();
        assertThat(other.next()).isEqualTo("b");
        assertThat(one.next()).isEqualTo("a");
        assertThat(other.next()).isEqualTo("c");
        assertThat(one.hasNext()).isFalse();
    }

    @Test
    void shouldThrowWhereTheChannelHasFailed() {
        Exception cause = new IllegalStateException("torn");
        channel.trySend("a");
        Iterator<String> iterator = channel.iterator();
        assertThat(iterator.hasNext()).isTrue();
        channel.fail(cause);
        assertThat(iterator.next()).isEqualTo("a");
        for (Processes.Body call : List.<Processes.Body>of(
                () -> assertThat(iterator.hasNext()).isTrue(), iterator::next, () -> channel.forEach(line -> {}))) {
            assertThatThrownBy(call::run)
                    .isExactlyInstanceOf(ChannelFailedException.class)
                    .hasMessage("channel lines has failed: java.lang.IllegalStateException: torn")
                    .hasCause(cause);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Party.class, mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
    void shouldBeCancelledByAnInterruptWhichIsKept(Party party) {
        Operation<Boolean> waiting = parties.run(party, () -> channel.iterator().hasNext());
        Await.until("a waiting receiver", () -> channel.stats().waitingReceivers() == 1);
        waiting.giveUp();
        assertThatThrownBy(waiting::outcome)
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted while waiting to receive from lines")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(waiting.leftInterrupted()).isTrue();
        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    @ParameterizedTest
    @EnumSource(value = Party.class, mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
    void shouldNotReceiveWhenInterruptedBefore(Party party) throws Exception {
        channel.trySend("a");
        List<String> received = new ArrayList<>();
        Operation<Boolean> interrupted = parties.run(party, () -> {
            Thread.currentThread().interrupt();
            Iterator<String> iterator = channel.iterator();
            assertThatThrownBy(iterator::hasNext).isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> channel.forEach(received::add)).isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
            received.add(iterator.next());
            return true;
        });
        assertThat(interrupted.outcome()).isTrue();
        assertThat(received).containsExactly("a");
    }

    @Test
    void shouldEndWithWhatTheActionThrows() {
        channel.trySend("a");
        channel.trySend("b");
        assertThatThrownBy(() -> channel.forEach(line -> {
                    throw new IllegalStateException("seen " + line);
                }))
                .hasMessage("seen a");
        assertThat(channel.stats()).isEqualTo(new ChannelStats("lines", 1, 2, 1, 0, 0, 0, 0, false));
    }
}
