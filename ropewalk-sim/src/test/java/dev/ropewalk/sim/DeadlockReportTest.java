package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.thread.HeldLocks;
import dev.ropewalk.testing.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a deadlock tells. */
class DeadlockReportTest {
    private static String report(boolean virtual, SimulationBody body) {
        SimulationFailure failure = assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        SimulationOptions.defaults()
                                .strategy(Strategy.randomWalk())
                                .virtualThreads(virtual)
                                .runs(3),
                        body))
                .actual();
        return String.valueOf(failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellWhatAThreadWaitsForAndSinceWhenAndWhereItWasStarted(boolean virtual) {
        String report = report(virtual, simulation -> {
            Channel<String> channel = Channel.rendezvous();
            simulation.runFor(Duration.ofSeconds(3));
            simulation.start("taker", () -> take(channel));
            simulation.run();
        });
        assertThat(report)
                .contains("taker waits for ", ", since PT3S of virtual time", "DeadlockReportTest.take(")
                .contains("started by #0 main", "DeadlockReportTest.lambda$")
                .doesNotContain("at java.base/", "dev.ropewalk.sim.engine.")
                .doesNotContain("dev.ropewalk.sim.Simulation.start", "dev.ropewalk.sim.SingleRun");
    }

    private static void take(Channel<String> channel) {
        try {
            channel.receive();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellATaskThatNeverEnds(boolean virtual) {
        String report = report(virtual, simulation -> {
            Channel<String> never = Channel.rendezvous();
            simulation.scheduler().newStrand().execute(() -> take(never));
            simulation.run();
        });
        assertThat(report).contains("nothing can happen any more", "Strand", "DeadlockReportTest.take(");
    }

    /** Neither steps nor the time would end this run. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellATaskThatNeverEndsBesideATicker(boolean virtual) {
        String report = report(virtual, simulation -> {
            Channel<String> never = Channel.rendezvous();
            Scheduler scheduler = simulation.scheduler();
            Duration period = Duration.ofNanos(1000);
            scheduler.scheduleAtFixedRate(scheduler.newStrand(), () -> take(never), period, period);
            simulation.run();
        });
        assertThat(report).contains("nothing can happen any more", "Strand", "DeadlockReportTest.take(");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAWaitForAResultThatNeverComes(boolean virtual) {
        String report = report(virtual, simulation -> {
            Channel<String> never = Channel.rendezvous();
            Future<?> result = simulation.scheduler().asExecutorService().submit(() -> take(never));
            simulation.start("getter", () -> get(result));
            simulation.run();
        });
        assertThat(report).contains("nothing can happen any more", "getter waits for the result of a task");
    }

    private static void get(Future<?> future) {
        try {
            future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(Channel<String> channel) {
        try {
            channel.send("element");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAcceptATaskThatWaitsForAWhile(boolean virtual) {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(
                        SimulationOptions.defaults().virtualThreads(virtual).runs(10), simulation -> {
                            Channel<String> channel = Channel.rendezvous();
                            simulation.scheduler().newStrand().execute(() -> take(channel));
                            simulation.scheduler().newStrand().execute(() -> send(channel));
                            simulation.run();
                        }));
    }

    private static void holdBoth(Lock first, Lock second) {
        first.lock();
        try {
            Simulation.point(second);
            second.lock();
            try {
                Simulation.point(first);
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    @Test
    void shouldTellWhichPartyHoldsALock() {
        String report = report(true, simulation -> {
            var left = new ReentrantLock();
            var right = new ReentrantLock();
            simulation.start("lefty", () -> holdBoth(left, right));
            simulation.start("righty", () -> holdBoth(right, left));
            simulation.run();
        });
        assertThat(report)
                .contains("#1 lefty waits for a ReentrantLock, which #2 righty holds, since")
                .contains("#2 righty waits for a ReentrantLock, which #1 lefty holds, since")
                .containsOnlyOnce("in a circle: #1 lefty waits for #2 righty waits for #1 lefty");
    }

    private static void enterBoth(Object first, Object second) {
        synchronized (first) {
            Simulation.point(second);
            synchronized (second) {
                Simulation.point(first);
            }
        }
    }

    @Test
    void shouldTellWhichPartyHoldsAMonitor() {
        String report = report(true, simulation -> {
            List<StringBuilder> forks =
                    Stream.of("A", "B", "C").map(StringBuilder::new).toList();
            for (int i = 0; i < 3; i++) {
                StringBuilder left = forks.get(i);
                StringBuilder right = forks.get((i + 1) % 3);
                simulation.start("eater " + i, () -> enterBoth(left, right));
            }
            simulation.run();
        });
        assertThat(report)
                .contains("#1 eater 0 waits for B, which #2 eater 1 holds, since")
                .contains("#3 eater 2 waits for A, which #1 eater 0 holds, since")
                .contains("in a circle: #1 eater 0 waits for #2 eater 1 waits for #3 eater 2 waits for #1 eater 0");
    }

    @Test
    void shouldTellHowToSeeHolders(@TempDir Path folder) throws Exception {
        List<String> told = ChildJvm.run(
                folder,
                List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeadlockReportTest.class.getName()));
        assertThat(String.join("\n", told))
                .contains("#2 wants waits for a ReentrantLock, since")
                .contains("to see which party holds what, start the JVM with " + HeldLocks.OPTIONS);
    }

    /** The other JVM, which doesn't tell. */
    public static void main(String[] arguments) {
        System.out.println(report(true, simulation -> {
            var lock = new ReentrantLock();
            simulation.start("keeps", lock::lock);
            simulation.start("wants", lock::lock);
            simulation.run();
        }));
        System.exit(0);
    }
}
