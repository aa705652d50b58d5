package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Strands and plain tasks. */
public abstract class StrandContract extends SchedulerContract {
    protected StrandContract(Subject subject) {
        super(subject);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunTasksInTheOrderOfSubmission(Placement placement) {
        Strand strand = scheduler.newStrand(placement);
        List<Integer> order = new ArrayList<>();

        for (int i = 0; i < 10_000; i++) {
            int number = i;
            strand.execute(() -> order.add(number));
        }
        awaitIdle(strand);

        assertThat(order).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
    }

    /** Counts without any synchronization: a lost update or a stale read would show as a wrong number. */
    @ParameterizedTest
    @EnumSource
    void shouldRunOneTaskAtATimeAndPassMemoryOn(Placement placement) {
        int submitters = 8;
        int each = 5_000;
        Strand target = scheduler.newStrand(placement);
        int[] count = new int[1];
        int[] lastOf = new int[submitters];
        var disorder = new AtomicInteger();
        var finished = new AtomicInteger();

        for (int s = 0; s < submitters; s++) {
            int submitter = s;
            Strand strand = scheduler.newStrand(Placement.FREE);
            for (int i = 1; i <= each; i++) {
                int number = i;
                strand.execute(() -> target.execute(() -> {
                    if (++lastOf[submitter] != number) {
                        disorder.incrementAndGet();
                    }
                    if (++count[0] == submitters * each) {
                        finished.set(count[0]);
                    }
                }));
            }
        }

        await("all tasks have run, not only " + count[0], () -> finished.get() == submitters * each);
        assertThat(disorder).hasValue(0);
    }

    @Test
    void shouldShowATaskWhatItsSubmitterWrote() {
        Strand one = scheduler.newStrand(Placement.FREE);
        Strand other = scheduler.newStrand(Placement.FREE);
        int rounds = 20_000;
        int[] ball = new int[1];
        var finished = new AtomicBoolean();

        one.execute(new Runnable() {
            @Override
            public void run() {
                if (++ball[0] == rounds) {
                    finished.set(true);
                } else {
                    (ball[0] % 2 == 0 ? one : other).execute(this);
                }
            }
        });

        await("all rounds are played", finished::get);
    }

    @Test
    void shouldNotRunATaskInsideTheCallThatSubmitsIt() {
        Strand strand = scheduler.newStrand();
        List<String> events = new CopyOnWriteArrayList<>();

        strand.execute(() -> {
            strand.execute(() -> events.add("inner"));
            events.add("outer");
        });

        await("both have run", () -> events.size() == 2);
        assertThat(events).containsExactly("outer", "inner");
    }

    @Test
    void shouldBeCurrentInOwnTasksOnly() {
        Strand strand = scheduler.newStrand();
        Strand other = scheduler.newStrand();
        List<Boolean> seen = new CopyOnWriteArrayList<>();

        strand.execute(() -> seen.add(strand.isCurrent()));
        await("own task has run", () -> seen.size() == 1);
        other.execute(() -> seen.add(strand.isCurrent()));
        await("the other's task has run", () -> seen.size() == 2);
        scheduler.execute(() -> seen.add(strand.isCurrent()));
        await("the plain task has run", () -> seen.size() == 3);

        assertThat(seen).containsExactly(true, false, false);
        assertThat(strand.isCurrent()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKnowItsPlacementAndScheduler(Placement placement) {
        Strand strand = scheduler.newStrand(placement);

        assertThat(strand.placement()).isEqualTo(placement);
        assertThat(strand.scheduler()).isSameAs(scheduler);
    }

    @Test
    void shouldMakeSoftStrandsByDefault() {
        assertThat(scheduler.newStrand().placement()).isEqualTo(Placement.SOFT);
    }

    @Test
    void shouldRunPlainTasksFromOutsideAndInside() {
        var ran = new AtomicInteger();

        for (int i = 0; i < 1_000; i++) {
            scheduler.execute(() -> {
                ran.incrementAndGet();
                scheduler.execute(ran::incrementAndGet);
            });
        }

        await("all plain tasks have run", () -> ran.get() == 2_000);
    }

    @Test
    void shouldCountTasksInItsStats() {
        Strand strand = scheduler.newStrand();
        for (int i = 0; i < 700; i++) {
            strand.execute(() -> {});
            scheduler.execute(() -> {});
        }

        await("1400 tasks are counted", () -> scheduler.stats().tasks() == 1_400);
        await("nothing is queued", () -> scheduler.stats().queued() == 0);
        assertThat(scheduler.stats().workers())
                .hasSizeGreaterThanOrEqualTo(scheduler.workers())
                .allSatisfy(worker -> assertThat(worker.runs()).isLessThanOrEqualTo(worker.tasks()))
                .allSatisfy(worker -> assertThat(worker.homeHits()).isLessThanOrEqualTo(worker.runs()));
        assertThat(scheduler.stats().blockedWorkers()).isZero();
    }

    @Test
    void shouldHaveAClockThatDoesNotGoBack() {
        long before = scheduler.nanoTime();

        awaitIdle(scheduler.newStrand());

        assertThat(scheduler.nanoTime() - before).isGreaterThanOrEqualTo(0);
    }

    @Test
    void shouldHaveASourceOfRandomNumbers() {
        assertThat(scheduler.random().ints(100, 0, 10).boxed().toList())
                .allMatch(number -> number >= 0 && number < 10)
                .satisfies(numbers ->
                        assertThat(numbers.stream().distinct().count()).isGreaterThan(1));
    }

    @Test
    void shouldTellTheNumberOfWorkers() {
        assertThat(scheduler.workers()).isEqualTo(2);
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldNameWhatMustNotBeNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.execute(null))
                .withMessageContaining("task");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.newStrand().execute(null))
                .withMessageContaining("task");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.newStrand(null))
                .withMessageContaining("placement");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.newStrand(null, 0))
                .withMessageContaining("placement");
        assertThatNullPointerException()
                .isThrownBy(() -> scheduler.blocking(null))
                .withMessageContaining("call");
    }

    @Test
    void shouldRefuseHomesThatDoNotExist() {
        for (int worker : new int[] {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scheduler.newStrand(Placement.SOFT, worker))
                    .withMessageContaining("worker " + worker)
                    .withMessageContaining("there are 2");
        }
    }

    @Test
    void shouldRefuseAHomeForAStrandWithout() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.newStrand(Placement.FREE, 1))
                .withMessageContaining("FREE")
                .withMessageContaining("worker 1");
    }
}
