package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Worlds whose nodes log, while a thread outside of them holds the lock of the log most of the time: they take the same steps when they are repeated, since the test's JVM tells who holds a lock. */
class WorldsThatLogTest {
    private static final String LOGS = "dev.ropewalk";
    private static final long HELD_NANOS = 3_000_000;
    private static final long FREE_NANOS = 500_000;

    /** A log that one thread at a time writes, as all do that write to a stream. */
    private static final class LockedLog extends Handler {
        private final ReentrantLock lock = new ReentrantLock();
        private final AtomicLong written = new AtomicLong();
        private final AtomicBoolean isOver = new AtomicBoolean();

        @Override
        public void publish(LogRecord record) {
            lock.lock();
            try {
                written.incrementAndGet();
            } finally {
                lock.unlock();
            }
        }

        /** Holds the lock again and again, as a thread does that writes much. */
        void holdAgainAndAgain() {
            while (!isOver.get()) {
                lock.lock();
                try {
                    LockSupport.parkNanos(HELD_NANOS);
                } finally {
                    lock.unlock();
                }
                LockSupport.parkNanos(FREE_NANOS);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            isOver.set(true);
        }
    }

    private static void play(Simulation simulation) {
        ActorSystem system =
                ActorSystem.builder("node").scheduler(simulation.scheduler()).build();
        Cluster cluster = Cluster.join(
                system,
                ClusterOptions.defaults("shop", Ledgers.CODECS).plaintext(true),
                SimulatedNetwork.seeded(1).engine());
        var ledgers = new Ledgers(false);
        var hosted = cluster.host(Ledgers.TYPE, ledgers::ledger);
        for (int key = 0; key < 10; key++) {
            hosted.entity("key-" + key).tell(new Ledgers.Fail());
            hosted.entity("key-" + key).tell(new Ledgers.Entry("sender", 0));
        }
        simulation.runUntil("all is noted", () -> ledgers.entries() == 10);
        assertThat(cluster.close(Duration.ofSeconds(30)).isComplete()).isTrue();
        assertThat(system.close(Duration.ZERO)).isNotNull();
    }

    @Test
    void shouldStayUnderControl() throws Exception {
        var locked = new LockedLog();
        Logger logger = Logger.getLogger(LOGS);
        var holder = new Thread(locked::holdAgainAndAgain, "holder");
        try (var log = new CapturedLog(LOGS)) {
            logger.addHandler(locked);
            holder.start();
            var ignored = Simulations.check(SimulationOptions.defaults().runs(5), WorldsThatLogTest::play);
            assertThat(log.messages("on purpose")).isNotEmpty();
            assertThat(locked.written).hasPositiveValue();
        } finally {
            locked.close();
            logger.removeHandler(locked);
        }
        holder.join();
    }
}
