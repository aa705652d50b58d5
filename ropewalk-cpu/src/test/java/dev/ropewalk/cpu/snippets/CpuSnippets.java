package dev.ropewalk.cpu.snippets;

import static dev.ropewalk.cpu.ReservationStrategy.ANY;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_LAST_LEVEL_CACHE;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_SOCKET;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuReservation;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.cpu.PinnedThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The code that the documentation of CPUs shows. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"}) // it shows what can be called
abstract class CpuSnippets {
    private volatile boolean running;

    abstract int poll();

    abstract void price();

    abstract void match(CpuSet cpus);

    void overview() {
        // @start region="overview" :
        CpuTopology topology = CpuTopology.detect();
        CpuSet cache = topology.lastLevelCaches().getFirst().intersect(topology.allowed());
        try (CpuPinning pinning = CpuPinning.pin(cache)) {
            IdleStrategy idle = IdleStrategy.backOff();
            while (running) {
                idle.idle(poll());
            }
        }
        // @end
    }

    void pinning() {
        // @start region="pinning" :
        try (CpuPinning pinning = CpuPinning.pin(CpuSet.of(3))) {
            poll();
        }
        // @end
    }

    void reservations() {
        // @start region="reservation" :
        try (CpuReservation matcher =
                        CpuReservation.builder().name("matcher").cores(1).reserve();
                CpuReservation logger = CpuReservation.builder()
                        .name("logger")
                        .relativeTo(matcher.cpus(), SAME_LAST_LEVEL_CACHE, SAME_SOCKET, ANY)
                        .reserve();
                CpuPinning pinning = matcher.pin()) {
            match(logger.cpus());
        }
        // @end
    }

    void threads() {
        // @start region="threads" :
        try (CpuReservation cpus =
                        CpuReservation.builder().name("pricing").cpus(2).reserve();
                ExecutorService pool = Executors.newFixedThreadPool(
                        2, PinnedThreadFactory.of(cpus, Thread.ofPlatform().name("pricing-", 0)))) {
            pool.submit(() -> price());
        }
        // @end
    }
}
