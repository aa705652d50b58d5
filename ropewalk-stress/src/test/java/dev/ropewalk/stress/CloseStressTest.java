package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A scheduler that is closed while threads submit: what it has accepted runs or is counted as abandoned. */
class CloseStressTest {
    private static final List<Placement> PLACEMENTS = List.of(Placement.values());

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong ran = new AtomicLong();

    @Test
    void shouldRunOrCountWhatItAcceptedWheneverItIsClosed() throws InterruptedException {
        Duration time = Effort.chosen().stressTime();
        SplittableRandom random = new SplittableRandom(seed);
        long until = System.nanoTime() + time.toNanos();
        long abandoned = 0;
        for (int round = 0; System.nanoTime() - until < 0; round++) {
            SchedulerCloseReport report = closeAmidSubmissions(random.split());
            assertThat(report.stuck()).as("round " + round + " of seed " + seed).isEmpty();
            abandoned += report.abandonedTasks();
            long dropped = abandoned;
            int nowRound = round;
            Deadline.await(
                    "every accepted task ran or was abandoned",
                    () -> ran.get() + dropped == accepted.get(),
                    () -> "round " + nowRound + " of seed " + seed + ": accepted " + accepted + ", ran " + ran
                            + ", abandoned " + dropped);
        }
        assertThat(abandoned).isPositive();
        assertThat(ran).hasPositiveValue();
    }

    private SchedulerCloseReport closeAmidSubmissions(SplittableRandom random) throws InterruptedException {
        Scheduler scheduler = Scheduler.builder()
                .workers(2)
                .stealPrice(Duration.ofNanos(1_000))
                .maxWait(Duration.ofNanos(20_000))
                .spin(Duration.ZERO)
                .build();
        List<Executor> targets = new ArrayList<>();
        targets.add(scheduler);
        for (int i = 0; i < 6; i++) {
            Strand strand = scheduler.newStrand(PLACEMENTS.get(i % PLACEMENTS.size()));
            targets.add(strand);
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SplittableRandom own = random.split();
            threads.add(Thread.ofPlatform().name("submitter-" + i).start(() -> {
                while (isAccepted(targets, own.split())) {
                    if (own.nextInt(100) == 0) {
                        LockSupport.parkNanos(own.nextInt(100_000));
                    }
                }
            }));
        }
        LockSupport.parkNanos(random.nextInt(3_000_000));
        Duration[] timeouts = {Duration.ZERO, Duration.ofNanos(100_000), Duration.ofSeconds(20)};
        SchedulerCloseReport report = scheduler.close(timeouts[random.nextInt(timeouts.length)]);
        for (Thread thread : threads) {
            thread.join();
        }
        return report;
    }

    private boolean isAccepted(List<Executor> targets, SplittableRandom random) {
        accepted.incrementAndGet();
        try {
            targets.get(random.nextInt(targets.size())).execute(() -> {
                ran.incrementAndGet();
                if (random.nextInt(10) < 3) {
                    isAccepted(targets, random);
                }
            });
            return true;
        } catch (RejectedExecutionException closed) {
            accepted.decrementAndGet();
            return false;
        }
    }
}
