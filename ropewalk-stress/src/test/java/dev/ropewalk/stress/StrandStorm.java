package dev.ropewalk.stress;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Submits tasks to strands, from threads of its own and from the tasks themselves. Most tasks are tiny; some compute for a
 * while, some so long that their worker counts as stuck, some block, and some fill their worker's queue with plain tasks.
 */
final class StrandStorm {
    private static final int OUTSIDE = 3;
    private static final int MOST_OUTSTANDING = 20_000;
    private static final int CHILD_PERCENT = 80;
    private static final int FLOOD = 600;

    private final Scheduler scheduler;
    private final List<Submitter> submitters = new ArrayList<>();
    private final List<StressedStrand> strands = new ArrayList<>();
    private final AtomicLong outstanding = new AtomicLong();
    private final AtomicLong plainTasks = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    StrandStorm(Scheduler scheduler, int strandCount, SplittableRandom random) {
        this.scheduler = scheduler;
        for (int i = 0; i < OUTSIDE + strandCount; i++) {
            submitters.add(new Submitter(i, strandCount, random.split()));
        }
        Placement[] placements = {Placement.SOFT, Placement.SOFT, Placement.FREE, Placement.PINNED};
        for (int i = 0; i < strandCount; i++) {
            Strand strand = scheduler.newStrand(placements[i % placements.length]);
            strands.add(new StressedStrand(
                    strand, submitters.get(OUTSIDE + i), new Diary(strand.toString(), submitters.size())));
        }
    }

    /** Lets it rain for a time, then waits until every task has run. */
    void run(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        List<Thread> threads = new ArrayList<>();
        for (Submitter submitter : submitters.subList(0, OUTSIDE)) {
            threads.add(Thread.ofPlatform()
                    .name("outside-" + submitter.id())
                    .uncaughtExceptionHandler((thread, thrown) -> failed(thrown))
                    .start(() -> submitUntil(until, submitter)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        ended = true;
        Deadline.await(
                "every task has run",
                () -> outstanding.get() == 0 || failure.get() != null,
                () -> outstanding + " are left; " + scheduler.stats());
    }

    private void submitUntil(long until, Submitter submitter) {
        while (System.nanoTime() - until < 0 && failure.get() == null) {
            if (outstanding.get() < MOST_OUTSTANDING) {
                for (int i = submitter.random.nextInt(64); i >= 0; i--) {
                    submit(submitter);
                }
            } else {
                LockSupport.parkNanos(20_000);
            }
            if (submitter.random.nextInt(200) == 0) {
                LockSupport.parkNanos(submitter.random.nextInt(2_000_000));
            }
        }
    }

    private void submit(Submitter from) {
        int to = from.random.nextInt(strands.size());
        long number = from.next(to);
        outstanding.incrementAndGet();
        strands.get(to).strand().execute(() -> runTask(strands.get(to), from.id(), number));
    }

    private void runTask(StressedStrand strand, int from, long number) {
        try {
            strand.diary().begin(from, number);
            act(strand.submitter());
            strand.diary().end();
        } catch (Throwable thrown) {
            failed(thrown);
        } finally {
            outstanding.decrementAndGet();
        }
    }

    private void act(Submitter self) throws Exception {
        int chance = self.random.nextInt(50_000);
        if (chance < 2) {
            spin(8_000_000);
        } else if (chance < 6) {
            scheduler.blocking(() -> {
                LockSupport.parkNanos(1_000_000);
                return true;
            });
        } else if (chance < 8) {
            flood();
        } else if (chance < 60) {
            spin(self.random.nextInt(100_000));
        }
        if (!ended && outstanding.get() < MOST_OUTSTANDING && self.random.nextInt(100) < CHILD_PERCENT) {
            submit(self);
        }
    }

    private void flood() {
        outstanding.addAndGet(FLOOD);
        for (int i = 0; i < FLOOD; i++) {
            scheduler.execute(() -> {
                plainTasks.incrementAndGet();
                outstanding.decrementAndGet();
            });
        }
    }

    private static void spin(long nanos) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }

    void failed(Throwable thrown) {
        failure.compareAndSet(null, thrown);
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    long plainTasks() {
        return plainTasks.get();
    }

    /** Throws if a strand has run other tasks than were submitted to it; returns how many ran. */
    long checkSums() {
        long all = 0;
        for (int i = 0; i < strands.size(); i++) {
            all += strands.get(i).diary().check(i, submitters);
        }
        return all;
    }
}
