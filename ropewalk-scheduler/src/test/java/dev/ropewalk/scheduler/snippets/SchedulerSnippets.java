package dev.ropewalk.scheduler.snippets;

import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.List;

/** The code that the documentation of schedulers shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class SchedulerSnippets {
    private long balance;

    interface Server {
        void stop(int seconds);
    }

    abstract String load();

    abstract void flush(List<String> lines);

    void overview(List<String> lines) {
        // @start region="overview" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand log = scheduler.newStrand();
            log.execute(() -> lines.add("opened"));
            scheduler.execute(() -> {
                String page = load();
                log.execute(() -> lines.add(page));
            });
            scheduler.scheduleAtFixedRate(log, () -> flush(lines), Duration.ofSeconds(1), Duration.ofSeconds(1));
        }
        // @end
    }

    void strands() {
        // @start region="strand" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand account = scheduler.newStrand();
            account.execute(() -> balance += 10);
            account.execute(() -> balance -= 3);
        }
        // @end
    }

    void shutdown(Server server, Scheduler scheduler) {
        // @start region="shutdown" :
        var shutdown = CoordinatedShutdown.builder("shop")
                .phase("requests", Duration.ofSeconds(5), ShutdownOrder.PARALLEL)
                .phase("services", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("requests", "http", () -> server.stop(1));
        shutdown.add("services", "scheduler", left -> scheduler.close(left));
        shutdown.installHook();
        // @end
    }
}
