package dev.ropewalk.limit;

import static dev.ropewalk.scheduler.step.RecordingThread.kinds;
import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.ACQUIRE;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    private static final Duration SOON = Duration.ofMillis(1);
    private static final Demand ONE = Demand.of("slots", 1);

    @Test
    void shouldAnnounceEachAcquireAndEachReleaseOfALimiter() throws Exception {
        Limiter limiter = Limiter.fixed(4).build();
        assertThat(kinds(() -> {
                    limiter.acquire().succeed();
                    limiter.tryAcquire().orElseThrow().drop();
                    limiter.tryAcquire(SOON).orElseThrow().ignore();
                    limiter.acquireAsync().get().close();
                    return limiter.call(() -> "called");
                }))
                .containsExactly(
                        ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACQUIRE, RELEASE);
    }

    @Test
    void shouldAnnounceTheWithdrawalOfAWaiter() throws Exception {
        Limiter limiter = Limiter.fixed(1).build();
        assertThat(kinds(() -> {
                    limiter.acquire();
                    return limiter.tryAcquire(SOON);
                }))
                .containsExactly(ACQUIRE, ACQUIRE, ACQUIRE, RELEASE);
        assertThat(kinds(() -> limiter.acquireAsync().cancel(false))).containsExactly(ACQUIRE, ACQUIRE, RELEASE);
    }

    @Test
    void shouldNameTheWholeLimiterAsTheResourceOfItsPartitions() throws Exception {
        Limiter limiter = Limiter.fixed(2).name("search").partition("live", 0.5).build();
        List<Point> points = points(() -> {
            limiter.tryAcquire();
            return limiter.partition("live").tryAcquire();
        });
        assertThat(points)
                .extracting(Point::resource)
                .containsOnly(points.getFirst().resource());
        assertThat(points.getFirst().resource()).hasToString("limiter 'search'");
    }

    @Test
    void shouldAnnounceLooksAtALimiterAndChangesOfItsLimit() throws Exception {
        Limiter limiter = Limiter.fixed(1).build();
        assertThat(kinds(() -> {
                    limiter.setLimit(limiter.limit() + 1);
                    return limiter.stats();
                }))
                .containsExactly(ACCESS, ACCESS, ACCESS);
    }

    @Test
    void shouldAnnounceWhatIsDoneToABudget() throws Exception {
        Budget budget = Budget.builder().name("memory").resource("slots", 4).build();
        List<Point> points = points(() -> {
            budget.acquire(ONE).close();
            budget.tryAcquire(ONE).orElseThrow().release("slots");
            budget.tryAcquire(ONE, SOON).orElseThrow().close();
            budget.acquireAsync(ONE).get().close();
            budget.setCapacity("slots", 2);
            budget.close();
            return null;
        });
        assertThat(points)
                .extracting(Point::kind)
                .containsExactly(ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACQUIRE, RELEASE, ACCESS, CLOSE);
        assertThat(points.getFirst().resource()).hasToString("budget 'memory'");
    }

    @Test
    void shouldFindNoRoomThoughThereIsSome() throws Exception {
        Limiter limiter = Limiter.fixed(1).maxWaiting(1).build();
        Budget budget = Budget.builder().resource("slots", 1).build();
        points(
                () -> {
                    assertThat(limiter.tryAcquire()).isEmpty();
                    assertThat(budget.tryAcquire(ONE)).isEmpty();
                    limiter.acquire();
                    assertThatThrownBy(limiter::acquire).isInstanceOf(LimiterFullException.class);
                    assertThat(limiter.acquireAsync()).isCompletedExceptionally();
                    return null;
                },
                FaultKind.FULL);
        assertThat(limiter.stats().inFlight()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpTimedWaits() throws Exception {
        Limiter limiter = Limiter.fixed(1).build();
        Budget budget = Budget.builder().resource("slots", 0).build();
        limiter.acquire();
        points(
                () -> {
                    assertThat(limiter.tryAcquire(Duration.ofDays(365))).isEmpty();
                    assertThat(budget.tryAcquire(ONE, Duration.ofDays(365))).isEmpty();
                    return null;
                },
                FaultKind.CANCELLED_WAIT);
        assertThat(limiter.stats().expired()).isEqualTo(1);
    }

    @Test
    void shouldLoseNothingForWantOfMemory() throws Exception {
        Limiter limiter = Limiter.fixed(1).build();
        Budget budget = Budget.builder().resource("slots", 1).build();
        points(
                () -> {
                    assertThatThrownBy(limiter::acquireAsync).isInstanceOf(OutOfMemoryError.class);
                    assertThatThrownBy(() -> budget.acquireAsync(ONE)).isInstanceOf(OutOfMemoryError.class);
                    return null;
                },
                FaultKind.ALLOCATION_FAILURE);
        assertThat(limiter.stats().inFlight()).isZero();
        assertThat(budget.available("slots")).isEqualTo(1);
    }

    @Test
    void shouldMeasureByTheTimersOfTheSimulation() throws Exception {
        AtomicInteger measured = new AtomicInteger();
        Set<Thread> measurers = ConcurrentHashMap.newKeySet();
        Resource live = Resource.live(
                "slots",
                () -> {
                    measurers.add(Thread.currentThread());
                    return measured.getAndIncrement() < 3 ? 0 : 1;
                },
                SOON);
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            RecordingThread.pointsWith(scheduler, () -> {
                Budget budget = Budget.builder().resource(live).build();
                budget.acquire(ONE).close();
                return null;
            });
        }
        assertThat(measured).hasValueGreaterThan(3);
        assertThat(measurers).noneMatch(Thread::isVirtual);
    }
}
