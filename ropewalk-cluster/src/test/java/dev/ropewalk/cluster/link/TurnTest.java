package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TurnTest {
    private final HandStrand strand = new HandStrand();
    private final List<String> ran = new ArrayList<>();
    private final Turn turn = new Turn(strand, thrown -> ran.add(thrown.toString()), () -> ran.add("closed"));

    /** A strand whose tasks run when the test says so, or that refuses them. */
    private static final class HandStrand implements Strand {
        final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

        @Nullable
        Supplier<Throwable> refusal;

        @Override
        public void execute(Runnable task) {
            switch (refusal == null ? null : refusal.get()) {
                case null -> tasks.add(task);
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new AssertionError("no strand throws that");
            }
        }

        void run() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }

        @Override
        public Scheduler scheduler() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Placement placement() {
            return Placement.SOFT;
        }

        @Override
        public boolean isCurrent() {
            return false;
        }
    }

    private Runnable step(String name) {
        return () -> ran.add(name);
    }

    @Test
    void shouldRunAStepHereIfNothingWaits() {
        assertThat(turn.tryRun(step("one"))).isTrue();
        assertThat(turn.tryRun(step("two"))).isTrue();
        assertThat(ran).containsExactly("one", "two");
        assertThat(strand.tasks).isEmpty();
    }

    @Test
    void shouldRunNothingHereBeforeWhatWaits() {
        turn.execute(step("one"));
        assertThat(turn.tryRun(step("two"))).isFalse();
        turn.execute(step("two"));
        assertThat(strand.tasks).hasSize(1);
        strand.run();
        assertThat(ran).containsExactly("one", "two");
        assertThat(turn.tryRun(step("three"))).isTrue();
    }

    @Test
    void shouldCallTheStrandForStepsThatAStepHasBrought() {
        assertThat(turn.tryRun(() -> {
                    turn.execute(step("inner"));
                    assertThat(turn.tryRun(step("no"))).isFalse();
                    ran.add("outer");
                }))
                .isTrue();
        assertThat(ran).containsExactly("outer");
        strand.run();
        assertThat(ran).containsExactly("outer", "inner");
    }

    @Test
    void shouldLetOtherTasksOfTheStrandHaveTheirTurn() {
        for (int i = 0; i < 40; i++) {
            turn.execute(step("step"));
        }
        strand.tasks.remove().run();
        assertThat(ran).hasSize(Turn.STEPS_A_TASK);
        strand.run();
        assertThat(ran).hasSize(40);
    }

    @Test
    void shouldGoOnWhenAStepFails() {
        turn.execute(() -> {
            throw new IllegalStateException("here");
        });
        turn.execute(step("next"));
        strand.run();
        assertThat(turn.tryRun(() -> {
                    throw new AssertionError("there");
                }))
                .isTrue();
        assertThat(ran)
                .containsExactly("java.lang.IllegalStateException: here", "next", "java.lang.AssertionError: there");
    }

    @Test
    void shouldRunStepsHereWhenTheSchedulerIsClosed() {
        strand.refusal = () -> new RejectedExecutionException("closed");
        turn.execute(() -> {
            ran.add("one");
            turn.execute(step("two"));
        });
        assertThat(ran).containsExactly("closed", "one", "two");
    }

    @Test
    void shouldRunStepsWhenTheSchedulerAbandonsTheStrand() {
        turn.execute(step("one"));
        turn.execute(step("two"));
        ((Abandonable) strand.tasks.remove()).abandon();
        assertThat(ran).containsExactly("closed", "one", "two");
    }

    @Test
    void shouldLeaveStepsToTheOneWhoHasTheTurnWhenTheSchedulerCloses() {
        assertThat(turn.tryRun(() -> {
                    turn.execute(step("one"));
                    strand.refusal = () -> new RejectedExecutionException("closed");
                    turn.execute(step("two"));
                    ran.add("outer");
                }))
                .isTrue();
        assertThat(ran).containsExactly("outer", "closed", "one", "two");
    }

    @Test
    void shouldRunStepsWithTheNextOneWhenThereWasNoMemoryToCallTheStrand() {
        strand.refusal = () -> new OutOfMemoryError("none");
        turn.execute(step("one"));
        strand.refusal = null;
        strand.run();
        assertThat(ran).isEmpty();
        turn.execute(step("two"));
        strand.run();
        assertThat(ran).containsExactly("one", "two");
    }

    @Test
    void shouldCallTheStrandAgainWhenThereIsMemory() {
        strand.refusal = () -> new OutOfMemoryError("none");
        turn.execute(step("one"));
        turn.callAgain();
        strand.refusal = null;
        assertThat(strand.tasks).isEmpty();
        turn.callAgain();
        turn.callAgain();
        assertThat(strand.tasks).hasSize(1);
        strand.run();
        assertThat(ran).containsExactly("one");
        turn.callAgain();
        assertThat(strand.tasks).isEmpty();
    }
}
