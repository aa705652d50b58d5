package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.scheduler.ShutdownReport.Member;
import dev.ropewalk.scheduler.ShutdownReport.MemberState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoordinatedShutdownTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    /** What members have at least when their phase is over. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final CloseReport COMPLETE = () -> true;

    private final List<String> closed = new CopyOnWriteArrayList<>();

    private static CoordinatedShutdown shutdown(Duration time, ShutdownOrder order) {
        return CoordinatedShutdown.builder("test")
                .phase("one", time, order)
                .phase("two", AMPLE, ShutdownOrder.NEWEST_FIRST)
                .build();
    }

    private ShutdownMember add(CoordinatedShutdown shutdown, String phase, String name) {
        return shutdown.add(phase, name, () -> closed.add(name));
    }

    @Test
    void shouldCloseThePhasesInTheirOrderAndTheNewestMemberFirst() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.NEWEST_FIRST);
        add(shutdown, "two", "c");
        add(shutdown, "one", "a");
        add(shutdown, "one", "b");
        add(shutdown, "two", "d");

        ShutdownReport report = shutdown.run();

        assertThat(closed).containsExactly("b", "a", "d", "c");
        assertThat(report.isComplete()).isTrue();
        assertThat(report.members()).extracting(Member::name).containsExactly("b", "a", "d", "c");
        assertThat(report.members()).extracting(Member::state).containsOnly(MemberState.CLOSED);
    }

    @Test
    void shouldTellInALineWhatBecameOfEachMemberThatWasNotClosedWell() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.NEWEST_FIRST);
        shutdown.add("one", "fine", _ -> COMPLETE);
        shutdown.add("one", "lambda", _ -> () -> false);
        shutdown.add("one", "record", _ -> new SchedulerCloseReport(3, 0, List.of()));
        shutdown.add("two", "failing", () -> {
            throw new IOException("no space left");
        });

        assertThat(shutdown.run().toString().lines())
                .containsExactly(
                        "ShutdownReport: 1 of 4 members closed well",
                        "  one/record: INCOMPLETE, SchedulerCloseReport[abandonedTasks=3, abandonedTimers=0, stuck=[]]",
                        "  one/lambda: INCOMPLETE",
                        "  two/failing: FAILED, java.io.IOException: no space left");
    }

    /** Leaves something undone, and notes how much time it had. */
    private static final class Timed implements TimedCloseable {
        private Duration time = Duration.ZERO;

        @Override
        public CloseReport close(Duration timeout) {
            time = timeout;
            return new SchedulerCloseReport(3, 0, List.of());
        }

        @Override
        public void close() {
            throw new AssertionError("closed without a time");
        }
    }

    @Test
    void shouldTellAMemberThatCanBeTimedHowMuchTimeIsLeftAndTakeItsReport() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.NEWEST_FIRST);
        var timed = new Timed();
        shutdown.add("one", "timed", timed);

        ShutdownReport report = shutdown.run();

        assertThat(timed.time).isPositive().isLessThanOrEqualTo(AMPLE).isGreaterThan(AMPLE.dividedBy(2));
        assertThat(report.members()).extracting(Member::state).containsExactly(MemberState.INCOMPLETE);
        assertThat(report.members().getFirst().report()).contains(new SchedulerCloseReport(3, 0, List.of()));
    }

    @Test
    void shouldCloseAllMembersOfAParallelPhaseAtOnce() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        var together = new CyclicBarrier(2);
        shutdown.add("one", "a", together::await);
        shutdown.add("one", "b", together::await);

        assertThat(shutdown.run().isComplete()).isTrue();
    }

    @Test
    void shouldCloseTheOthersIfAMemberFails() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.NEWEST_FIRST);
        add(shutdown, "one", "a");
        var failure = new IOException("disk is gone");
        shutdown.add("one", "b", () -> {
            throw failure;
        });
        shutdown.add("one", "c", () -> {
            throw new StackOverflowError();
        });
        add(shutdown, "two", "d");

        ShutdownReport report = shutdown.run();

        assertThat(closed).containsExactly("a", "d");
        assertThat(report.isComplete()).isFalse();
        assertThat(report.members())
                .extracting(Member::state)
                .containsExactly(MemberState.FAILED, MemberState.FAILED, MemberState.CLOSED, MemberState.CLOSED);
        assertThat(report.members().get(1).failure()).contains(failure);
    }

    @Test
    void shouldGiveUpAMemberThatHangsAndBeginThoseBehindItWithNoTimeLeft() throws Exception {
        Member hung = null;
        while (hung == null) {
            closed.clear();
            CoordinatedShutdown shutdown = shutdown(SHORT, ShutdownOrder.NEWEST_FIRST);
            var gate = new Gate();
            List<Duration> left = new CopyOnWriteArrayList<>();
            var told = new CompletableFuture<Long>();
            shutdown.add("one", "a", time -> {
                left.add(time);
                told.complete(System.nanoTime());
                return COMPLETE;
            });
            shutdown.add("one", "b", gate::run);
            add(shutdown, "two", "c");
            var entered = new FutureTask<>(() -> {
                gate.awaitEntered();
                return System.nanoTime();
            });
            Thread.ofPlatform().daemon().start(entered);

            long begin = System.nanoTime();
            ShutdownReport report = shutdown.run();

            long last = Math.max(
                    told.get(AMPLE.toSeconds(), TimeUnit.SECONDS), entered.get(AMPLE.toSeconds(), TimeUnit.SECONDS));
            if (last - begin < GRACE.toNanos()) {
                assertThat(left).containsExactly(Duration.ZERO);
                assertThat(closed).containsExactly("c");
                hung = report.members().getFirst();
            }
        }
        assertThat(hung.state()).isEqualTo(MemberState.ABANDONED);
        assertThat(hung.failure().orElseThrow())
                .hasMessageContaining("one/b")
                .satisfies(late -> assertThat(late.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Gate.class.getName())));
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldNameTheMemberThatReturnsNull() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        shutdown.add("one", "a", left -> null);
        add(shutdown, "two", "b");

        Member member = shutdown.run().members().getFirst();

        assertThat(member.state()).isEqualTo(MemberState.FAILED);
        assertThat(member.failure().orElseThrow()).hasMessageContainingAll("one/a", "returned null");
        assertThat(closed).containsExactly("b");
    }

    @Test
    void shouldReportWhatAMemberSaysItLeftUndone() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        var report = new SchedulerCloseReport(3, 0, List.of());
        shutdown.add("one", "scheduler", left -> report);

        Member member = shutdown.run().members().getFirst();

        assertThat(member.state()).isEqualTo(MemberState.INCOMPLETE);
        assertThat(member.report()).contains(report);
    }

    @Test
    void shouldNotCloseAMemberThatWasRemoved() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        ShutdownMember removed = add(shutdown, "one", "a");
        ShutdownMember stays = add(shutdown, "one", "b");

        assertThat(removed.remove()).isTrue();
        assertThat(removed.remove()).isFalse();
        shutdown.run();

        assertThat(closed).containsExactly("b");
        assertThat(stays.remove()).isFalse();
    }

    @Test
    void shouldTakeMembersOfLaterPhasesOnlyOnceItHasBegun() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        shutdown.add("one", "a", () -> {
            add(shutdown, "two", "late");
            try {
                add(shutdown, "one", "too late");
            } catch (IllegalStateException e) {
                refused.add(e);
            }
        });

        shutdown.run();

        assertThat(closed).containsExactly("late");
        assertThat(refused.getFirst()).hasMessageContainingAll("test", "one", "too late");
    }

    @Test
    void shouldGiveAllWhoRunItTheSameReport() throws Exception {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        var gate = new Gate();
        shutdown.add("one", "a", gate::run);
        var first = new FutureTask<>(shutdown::run);
        Thread.ofPlatform().daemon().start(first);
        gate.awaitEntered();
        var second = new FutureTask<>(shutdown::run);
        Thread.ofPlatform().daemon().start(second);

        gate.open();

        ShutdownReport report = first.get(AMPLE.toSeconds(), TimeUnit.SECONDS);
        assertThat(second.get(AMPLE.toSeconds(), TimeUnit.SECONDS)).isSameAs(report);
        assertThat(shutdown.run()).isSameAs(report);
        shutdown.installHook();
    }

    @Test
    void shouldRefuseToBeRunByItsMembers() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        shutdown.add("one", "a", left -> shutdown.run());

        Member member = shutdown.run().members().getFirst();

        assertThat(member.failure().orElseThrow())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one/a");
    }

    @Test
    void shouldGoOnWhenItIsInterruptedAndKeepTheInterrupt() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.NEWEST_FIRST);
        add(shutdown, "one", "a");
        Thread.currentThread().interrupt();

        ShutdownReport report = shutdown.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        CoordinatedShutdown shutdown = shutdown(AMPLE, ShutdownOrder.PARALLEL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(shutdown, "three", "a"))
                .withMessageContainingAll("three", "one", "two");
        CoordinatedShutdownBuilder builder = CoordinatedShutdown.builder("test");
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("test");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.phase("one", Duration.ZERO, ShutdownOrder.PARALLEL))
                .withMessageContainingAll("one", "PT0S");
        CoordinatedShutdownBuilder one = builder.phase("one", AMPLE, ShutdownOrder.PARALLEL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.phase("one", AMPLE, ShutdownOrder.PARALLEL))
                .withMessageContainingAll("test", "one");
    }
}
