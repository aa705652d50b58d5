package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.SoftTask;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a thief takes from an inbox. The workers have no threads, so that nothing moves by itself. */
class ThiefTest {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 2, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});

    private final WorkStealingScheduler scheduler = new WorkStealingScheduler(OPTIONS, CpuTopology.detect());
    private final Worker victim = scheduler.worker(0);
    private final Worker self = scheduler.worker(1);
    private final Thief thief = new Thief(scheduler, self);

    @Test
    void shouldTakeSeveralFreeTasksAtOnceAndRunTheOldestFirst() {
        List<Runnable> tasks = put(20);

        assertThat(thief.steal()).isSameAs(tasks.getFirst());
        assertThat(own()).isEqualTo(tasks.subList(1, 20));
        assertThat(victim.hasQueued()).isFalse();
        assertThat(thief.steals.snapshot()).containsExactly(20L);
    }

    @Test
    void shouldLeaveTheRestOfALongInboxInItsOrder() {
        List<Runnable> tasks = put(1000);

        Object first = thief.steal();
        List<Object> taken = own();

        assertThat(first).isSameAs(tasks.getFirst());
        assertThat(taken).hasSizeBetween(1, 100).isEqualTo(tasks.subList(1, 1 + taken.size()));
        assertThat(victim.next()).isSameAs(tasks.get(1 + taken.size()));
    }

    @Test
    void shouldTakeNothingBehindAStrandThatIsAtHome() {
        List<Runnable> before = put(1);
        SerialStrand strand = putStrandAtHome();
        List<Runnable> after = put(1);

        assertThat(thief.steal()).isSameAs(before.getFirst());
        assertThat(own()).isEmpty();
        assertThat(thief.steal()).isNull();
        assertThat(victim.next()).isSameAs(strand);
        assertThat(victim.next()).isSameAs(after.getFirst());
    }

    @Test
    void shouldTakeASoftTaskFromAWorkerThatCantKeepUpOnly() {
        SoftTask task = () -> {};
        victim.deque.makeRoom(1);
        victim.deque.push(task);

        assertThat(thief.steal()).isNull();
        victim.status.setBacklogged(true);
        assertThat(thief.steal()).isSameAs(task);
    }

    @Test
    void shouldTakeSoftTasksThatHaveComeFromElsewhere() {
        SoftTask first = () -> {};
        SoftTask last = () -> {};
        victim.inbox.put(new PlainTask(first));
        List<Runnable> between = put(1);
        victim.inbox.put(new PlainTask(last));

        assertThat(thief.steal()).isSameAs(first);
        assertThat(own()).containsExactly(between.getFirst(), last);
        assertThat(victim.hasQueued()).isFalse();
    }

    @Test
    void shouldTakeOneStrandAtATimeFromAWorkerThatCantKeepUp() {
        SerialStrand first = putStrandAtHome();
        SerialStrand second = putStrandAtHome();
        victim.status.setBacklogged(true);

        assertThat(thief.steal()).isSameAs(first);
        assertThat(own()).isEmpty();
        assertThat(thief.steal()).isSameAs(second);
        assertThat(thief.steals.snapshot()).containsExactly(2L);
    }

    @Test
    void shouldCountWhatIsTakenFromADeque() {
        put(9);
        victim.deque.makeRoom(9);
        for (Object item : queued(victim)) {
            victim.deque.push(item);
        }

        assertThat(thief.steal()).isNotNull();
        assertThat(thief.steals.snapshot()).containsExactly(1L + queued(self).size());
    }

    private List<Runnable> put(int count) {
        List<Runnable> tasks = IntStream.range(0, count)
                .mapToObj(number -> (Runnable) () -> assertThat(number).isNotNegative())
                .toList();
        tasks.forEach(task -> victim.inbox.put(new PlainTask(task)));
        return tasks;
    }

    private SerialStrand putStrandAtHome() {
        var strand = new SerialStrand(scheduler, Placement.SOFT, victim, null);
        victim.inbox.put(strand);
        return strand;
    }

    private List<Object> own() {
        return queued(self);
    }

    private static List<Object> queued(Worker worker) {
        List<Object> items = new ArrayList<>();
        for (@Nullable Object item = worker.next(); item != null; item = worker.next()) {
            items.add(item);
        }
        return items;
    }
}
