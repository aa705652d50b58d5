package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Threads that were notified, and find that another one has the monitor. */
class NotifiedThreadsTest {
    private static final int RUNS = 200;

    /** If it were waited for a real thread to leave the monitor, a run in ten would take a second. */
    @Test
    void shouldNotWaitInRealTimeForAMonitorThatThreadsOfTheWorldHold() {
        CampaignReport report = Simulations.check(
                SimulationOptions.defaults().strategy(Strategy.randomWalk()).runs(RUNS),
                NotifiedThreadsTest::enterBesideOthers);

        assertThat(report.runs()).isEqualTo(RUNS);
        assertThat(report.time()).isLessThan(Duration.ofMillis(RUNS * 1_000L / 20));
    }

    private static void enterBesideOthers(Simulation simulation) {
        var monitor = new Object();
        boolean[] ready = new boolean[1];
        simulation.start("waiter", () -> {
            synchronized (monitor) {
                while (!ready[0]) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        simulation.start("notifier", () -> {
            synchronized (monitor) {
                ready[0] = true;
                monitor.notifyAll();
            }
        });
        for (int i = 0; i < 2; i++) {
            simulation.start("guest", () -> {
                synchronized (monitor) {
                    Simulation.point(monitor);
                }
            });
        }
        simulation.run();
        assertThat(ready[0]).isTrue();
    }
}
