package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.scheduler.SchedulingPoint;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Code of java.util.concurrent, with the points of production code and without. */
class SchedulingPointTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("points").runs(50);

    private static final class TwoLocks {
        private final ReentrantLock first = new ReentrantLock();
        private final ReentrantLock second = new ReentrantLock();
        private final boolean pointed;

        TwoLocks(boolean pointed) {
            this.pointed = pointed;
        }

        void lockAll(ReentrantLock one, ReentrantLock other) {
            lock(one);
            lock(other);
            other.unlock();
            one.unlock();
        }

        private void lock(ReentrantLock lock) {
            if (pointed) {
                SchedulingPoint.before(lock);
            }
            lock.lock();
        }

        static CampaignReport check(boolean pointed) {
            return Simulations.check(OPTIONS, simulation -> {
                var locks = new TwoLocks(pointed);
                simulation.start("there", () -> locks.lockAll(locks.first, locks.second));
                simulation.start("back", () -> locks.lockAll(locks.second, locks.first));
                simulation.run();
            });
        }
    }

    @Test
    void shouldLetASimulationFindWhatLocksInTwoOrders() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> TwoLocks.check(true))
                .withMessageContaining("nothing can happen any more, but these wait");
    }

    @Test
    void shouldBeMissedInTheReportWhereThereIsNone() {
        CampaignReport report = TwoLocks.check(false);

        assertThat(report.schedules()).isLessThanOrEqualTo(10);
        assertThat(report.text())
                .contains("\nfew schedules: 50 runs had ", "Locks, atomics and collections of the JDK");
    }

    @Test
    void shouldHaveNoSuchHintWhereSchedulesDiffer() {
        CampaignReport report = Simulations.check(OPTIONS, simulation -> {
            var value = new AtomicInteger();
            for (int i = 0; i < 3; i++) {
                simulation.start("adder", () -> {
                    SchedulingPoint.before(value);
                    value.incrementAndGet();
                });
            }
            simulation.run();
        });

        assertThat(report.schedules()).isGreaterThan(10);
        assertThat(report.text()).doesNotContain("few schedules");
    }

    @Test
    @SuppressWarnings("NullAway") // null is what is tested
    void shouldDoNothingOutsideOfASimulation() {
        SchedulingPoint.before("anything");
        assertThatNullPointerException()
                .isThrownBy(() -> SchedulingPoint.before(null))
                .withMessage("resource");
    }
}
