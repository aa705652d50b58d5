package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuReservation;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.PinnedThreadFactory;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/tuning.md. */
class TuningExamplesTest {
    private long sum;

    static final class Order {
        long amount;
    }

    @Test
    void shouldTuneAScheduler() {
        int workers;
        // @start region="scheduler" :
        try (Scheduler scheduler = Scheduler.builder()
                .name("prices")
                .workers(2)
                .spin(Duration.ZERO) // an idle worker parks at once
                .stealPrice(Duration.ofNanos(500_000)) // much state: it stays at home for longer
                .stuckAfter(Duration.ofSeconds(1))
                .build()) {
            workers = scheduler.workers();
        }
        // @end
        assertThat(workers).isEqualTo(2);
    }

    @Test
    void shouldWaitAsEachStageLikes() throws InterruptedException {
        // @start region="waiting" :
        try (Pipeline<Order> orders = Pipeline.builder(Order::new)
                .capacity(65_536)
                .singleProducer(true) // one thread publishes
                .producerWaiting(WaitStrategy.parking())
                .stage(Stage.<Order>of("books", (order, sequence, endOfBatch) -> sum += order.amount)
                        .waiting(WaitStrategy.yielding())) // has a CPU for itself, mostly
                .build()) {
            for (int i = 1; i <= 100; i++) {
                long amount = i;
                orders.publish((order, sequence) -> order.amount = amount);
            }
        }
        // @end
        assertThat(sum).isEqualTo(5050);
    }

    @Test
    void shouldPinThreadsToReservedCpus(@TempDir Path folder) throws Exception {
        assumeThat(CpuPinning.unavailableReason()).isEmpty();
        CpuSet reserved;
        CpuSet pinned;
        // @start region="reservation" :
        try (CpuReservation cpus = CpuReservation.builder()
                        .name("pricing")
                        .cpus(1)
                        .directory(folder) // without it: one of the machine, for all programs
                        .reserve();
                ExecutorService pool = Executors.newSingleThreadExecutor(
                        PinnedThreadFactory.of(cpus, Thread.ofPlatform().name("pricing-", 0)))) {
            reserved = cpus.cpus();
            Future<CpuSet> where =
                    pool.submit(() -> CpuPinning.live().get("pricing-0").cpus());
            pinned = where.get();
        }
        // @end
        assertThat(pinned).isEqualTo(reserved);
    }
}
