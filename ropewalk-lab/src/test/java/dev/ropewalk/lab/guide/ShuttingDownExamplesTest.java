package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.scheduler.ShutdownReport;
import dev.ropewalk.task.BoundedExecutor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/shutting-down.md. */
class ShuttingDownExamplesTest {
    private final List<String> logged = new CopyOnWriteArrayList<>();

    private void log(Object text) {
        logged.add(text.toString());
    }

    private void stopServer() {
        log("server has stopped");
    }

    @Test
    void shouldTellWhatASchedulerLeftUndone() {
        SchedulerCloseReport report;
        // @start region="report" :
        Scheduler scheduler = Scheduler.create();
        scheduler.schedule(scheduler.newStrand(), () -> log("an hour later"), Duration.ofHours(1));
        report = scheduler.close(Duration.ofSeconds(5));
        if (!report.isComplete() || report.abandonedTimers() > 0) {
            log(report);
        }
        // @end
        assertThat(report.isComplete()).isTrue(); // the timer wasn't due
        assertThat(report.abandonedTimers()).isEqualTo(1);
        assertThat(logged).containsExactly(report.toString());
    }

    private static void sell(ActorSystem actors) throws IOException {
        throw new IOException(actors.name() + " has nothing to sell");
    }

    private static void openAndSell() throws IOException {
        // @start region="try" :
        try (Scheduler scheduler = Scheduler.builder().name("shop").build();
                ActorSystem actors =
                        ActorSystem.builder("shop").scheduler(scheduler).build()) {
            sell(actors); // whatever it throws, both are closed, the actors first
        }
        // @end
    }

    @Test
    void shouldCloseAllWhenMainThrows() {
        assertThatExceptionOfType(IOException.class).isThrownBy(ShuttingDownExamplesTest::openAndSell);
        assertThat(Scheduler.live()).doesNotContainKey("shop");
        assertThat(ActorSystem.live()).doesNotContainKey("shop");
    }

    @Test
    void shouldCloseFromTheSourcesToTheGround(@TempDir Path folder) throws Exception {
        ShutdownReport report;
        List<byte[]> written = new CopyOnWriteArrayList<>();
        // @start region="shutdown" :
        Scheduler scheduler = Scheduler.create();
        Journal journal = Journal.open(folder);
        Appender appender = journal.appender();
        ActorSystem actors = ActorSystem.builder("shop").scheduler(scheduler).build();
        ActorRef<byte[]> orders = actors.spawn("orders", context -> order -> {
            appender.append(order);
            written.add(order);
        });
        BoundedExecutor executor = BoundedExecutor.builder(8).build();

        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
                .phase("intake", Duration.ofSeconds(5), ShutdownOrder.PARALLEL)
                .phase("work", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .phase("ground", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("intake", "server", this::stopServer);
        shutdown.add("work", "actors", actors);
        shutdown.add("work", "executor", executor); // added later, closed first: it tells the actors
        shutdown.add("ground", "journal", journal);
        shutdown.add("ground", "appender", appender);
        shutdown.add("ground", "scheduler", scheduler);
        shutdown.installHook(); // also after a signal and System.exit

        executor.execute(() -> orders.tell(new byte[] {1}));
        report = shutdown.run(); // by hand; a later call returns the same report
        // @end
        assertThat(report.isComplete()).as(report.toString()).isTrue();
        assertThat(written).hasSize(1);
        assertThat(logged).containsExactly("server has stopped");
    }

    @Test
    void shouldCloseANodeOfAClusterBeforeItsActors() {
        ActorSystem actors = ActorSystem.create("shop");
        Cluster cluster = Cluster.local(actors);
        // @start region="node" :
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
                .phase("intake", Duration.ofSeconds(5), ShutdownOrder.PARALLEL)
                .phase("cluster", Duration.ofSeconds(40), ShutdownOrder.NEWEST_FIRST)
                .phase("actors", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("intake", "server", this::stopServer);
        shutdown.add("cluster", "cluster", cluster);
        shutdown.add("actors", "actors", actors);
        shutdown.installHook(); // a rolling restart sends a signal, and loses nothing
        // @end
        ShutdownReport report = shutdown.run();
        assertThat(report.isComplete()).as(report.toString()).isTrue();
        assertThat(cluster.removal()).isDone();
        assertThat(logged).containsExactly("server has stopped");
    }
}
