package dev.ropewalk.channel;

import static dev.ropewalk.scheduler.step.RecordingThread.kinds;
import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.RECEIVE;
import static dev.ropewalk.scheduler.step.StepKind.SELECT;
import static dev.ropewalk.scheduler.step.StepKind.SEND;
import static dev.ropewalk.scheduler.step.StepKind.SPIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void shouldAnnounceEachFormOfSendingOnce() throws Exception {
        Channel<Integer> channel = Channel.unlimited();
        List<Point> points = points(() -> {
            channel.send(1);
            channel.send(2, LONG);
            channel.trySend(3);
            channel.sendResult(4);
            channel.trySendResult(5);
            channel.sendAsync(6, Runnable::run, result -> {});
            return null;
        });
        assertThat(points).hasSize(6).containsOnly(new Point(SEND, channel));
    }

    @Test
    void shouldAnnounceEachFormOfReceivingOnce() throws Exception {
        Channel<Integer> channel = Channel.unlimited();
        for (int i = 0; i < 6; i++) {
            channel.send(i);
        }
        List<Point> points = points(() -> {
            channel.receive();
            channel.receive(LONG);
            channel.tryReceive();
            channel.receiveResult();
            channel.receiveAsync(Runnable::run, result -> {});
            channel.drainTo(new ArrayList<>(), 10);
            return null;
        });
        assertThat(points).hasSize(6).containsOnly(new Point(RECEIVE, channel));
    }

    @Test
    void shouldAnnounceTheEndOfAChannelAndLooksAtIt() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        PendingOperation waits = channel.receiveAsync(Runnable::run, result -> {});
        assertThat(kinds(() -> {
                    channel.isClosed();
                    channel.stats();
                    waits.cancel();
                    channel.close();
                    channel.fail(new IllegalStateException("too late"));
                    return null;
                }))
                .containsExactly(ACCESS, ACCESS, CLOSE, CLOSE, CLOSE);
    }

    @Test
    void shouldAnnounceASelectOnceWhateverItsClauses() throws Exception {
        Channel<Integer> full = Channel.unlimited();
        Channel<Integer> empty = Channel.unlimited();
        full.send(1);
        Select<String> select = Select.<String>fair()
                .receive(empty, element -> "first")
                .receive(full, element -> "second")
                .build();
        assertThat(points(select::select)).containsExactly(new Point(SELECT, select));
    }

    @Test
    void shouldAnnounceWhatIsDoneToAScope() throws Exception {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            List<Point> points = points(() -> {
                try (ProcessScope scope = ProcessScope.open(scheduler)) {
                    ScopedProcess<?> process = scope.spawn(() -> {});
                    process.join();
                    process.state();
                    process.cancel();
                    scope.join();
                    scope.snapshot();
                    scope.cancel();
                }
                return null;
            });
            // It depends on the process how long its join polls.
            List<Point> done =
                    points.stream().filter(point -> point.kind() != SPIN).toList();
            assertThat(done)
                    .extracting(Point::kind)
                    .containsExactly(ACCESS, ACCESS, ACCESS, CLOSE, ACCESS, ACCESS, CLOSE, CLOSE);
            assertThat(done.stream().map(Point::resource).distinct()).hasSize(1);
        }
    }

    @Test
    void shouldFindNoRoomThoughThereIsSome() throws Exception {
        Channel<Integer> bounded = Channel.buffered(1);
        Channel<Integer> unlimited = Channel.unlimited();
        Channel<Integer> conflated = Channel.conflated();
        Channel<Integer> closed = Channel.buffered(1);
        closed.close();
        points(
                () -> {
                    assertThat(bounded.trySend(1)).isFalse();
                    assertThat(bounded.trySendResult(1)).isInstanceOf(SendResult.Full.class);
                    assertThat(unlimited.trySend(1)).isTrue();
                    assertThat(conflated.trySend(1)).isTrue();
                    assertThat(closed.trySendResult(1)).isInstanceOf(SendResult.Closed.class);
                    bounded.send(1);
                    return null;
                },
                FaultKind.FULL);
        assertThat(bounded.receive()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpATimedWaitAtOnce() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Select<String> select = Select.<String>fair()
                .receive(channel, element -> "element")
                .timeout(LONG, () -> "time is up")
                .build();
        points(
                () -> {
                    assertThat(channel.receive(LONG)).isEmpty();
                    assertThat(channel.send(1, LONG)).isFalse();
                    assertThat(select.select()).isEqualTo("time is up");
                    return null;
                },
                FaultKind.CANCELLED_WAIT);
        assertThat(channel.stats().waitingSenders()).isZero();
    }

    @Test
    void shouldLoseNothingForWantOfMemory() throws Exception {
        Channel<Integer> channel = Channel.buffered(2);
        channel.send(1);
        List<Integer> target = new ArrayList<>();
        points(
                () -> {
                    assertThatThrownBy(() -> channel.drainTo(target, 2)).isInstanceOf(OutOfMemoryError.class);
                    return null;
                },
                FaultKind.ALLOCATION_FAILURE);
        assertThat(target).isEmpty();
        assertThat(channel.receive()).isEqualTo(1);
    }
}
