package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.operator.Tick;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TickerTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Scheduler scheduler =
            Scheduler.builder().name("ticks").workers(1).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    @Test
    void shouldTickNoEarlierThanItsNumberSays() throws InterruptedException {
        long start = System.nanoTime();
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(1))) {
            long last = 0;
            for (int i = 0; i < 20; i++) {
                long tick = ticker.receiver().receive();
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(tick * 1_000_000);
                assertThat(tick).isGreaterThan(last);
                last = tick;
            }
        }
    }

    @Test
    void shouldPublishTicksUntilItIsClosed() {
        Signals<Long> signals = Signals.requesting(2);
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(1))) {
            ticker.receiver().publisher(scheduler).subscribe(signals);
            Await.until("two ticks", () -> signals.all().size() >= 2);
            assertThat(signals.all()).hasSize(2);
            signals.subscription().request(Long.MAX_VALUE);
        }
        assertThat(signals.await("complete")).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldShowASlowReceiverTheLatestTickOnly() {
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(1))) {
            Channel<Long> ticks = (Channel<Long>) ticker.receiver();
            Await.until("ticks were missed", () -> ticks.stats().undelivered() >= 3);

            assertThat(ticks.stats().depth()).isEqualTo(1);
            assertThat(ticks.tryReceive().orElseThrow()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void shouldTellMissedTicksByTheNumber() {
        AtomicLong clock = new AtomicLong(1_000);
        Channel<Long> ticks = Channel.unlimited();
        Tick tick = new Tick(clock::get, ticks, 10);
        for (long now : new long[] {1_010, 1_029, 1_029, 1_030, 1_075, 1_079, 1_080}) {
            clock.set(now);
            tick.run();
        }

        List<Long> numbers = new ArrayList<>();
        ticks.drainTo(numbers, 10);
        assertThat(numbers).containsExactly(1L, 2L, 3L, 7L, 8L);
    }

    @Test
    void shouldTickOnceAndEnd() {
        long start = System.nanoTime();
        try (Ticker timer = Ticker.once(scheduler, Duration.ofMillis(2))) {
            List<Long> ticks = new ArrayList<>();
            timer.receiver().forEach(ticks::add);

            assertThat(ticks).containsExactly(1L);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
        }
    }

    @Test
    void shouldTickAtOnceIfTheTimeIsUp() throws InterruptedException {
        try (Ticker timer = Ticker.once(scheduler, Duration.ofSeconds(-1))) {
            assertThat(timer.receiver().receive()).isEqualTo(1);
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenClosed() {
        for (int i = 0; i < 1_000; i++) {
            Ticker.every(scheduler, HOUR).close();
            Ticker.once(scheduler, HOUR).close();
        }

        assertThat(scheduler.close(Duration.ofSeconds(5)).abandonedTimers()).isZero();
    }

    @Test
    void shouldTellThoseWhoWaitThatItWasClosed() throws InterruptedException {
        for (Ticker ticker : List.of(Ticker.every(scheduler, HOUR), Ticker.once(scheduler, HOUR))) {
            Channel<Long> ticks = (Channel<Long>) ticker.receiver();
            AtomicReference<ReceiveResult<Long>> told = new AtomicReference<>();
            ticks.receiveAsync(scheduler, told::set);
            ticker.close();
            ticker.close();

            Await.until("the receiver was told", () -> told.get() != null);
            assertThat(told.get()).isEqualTo(ReceiveResult.closed());
            assertThat(ticks.receiveResult()).isEqualTo(ReceiveResult.closed());
        }
    }

    @Test
    void shouldKeepATickThatNobodyHasReceivedWhenClosed() throws InterruptedException {
        Ticker ticker = Ticker.every(scheduler, Duration.ofMillis(1));
        Channel<Long> ticks = (Channel<Long>) ticker.receiver();
        Await.until("a tick", () -> ticks.stats().depth() == 1);
        ticker.close();

        assertThat(ticks.receive()).isPositive();
        assertThat(ticks.receiveResult()).isEqualTo(ReceiveResult.closed());
    }

    @Test
    void shouldFailWhenItsSchedulerCloses() throws InterruptedException {
        Receiver<Long> ticks = Ticker.every(scheduler, HOUR).receiver();
        Receiver<Long> tick = Ticker.once(scheduler, HOUR).receiver();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                ticks.receive();
            } catch (ChannelFailedException | InterruptedException e) {
                thrown.set(e);
            }
        });
        Await.until("a receiver waits", () -> ((Channel<?>) ticks).stats().waitingReceivers() == 1);
        scheduler.close();

        waiting.join();
        assertThat(thrown.get()).hasRootCauseInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(tick::receive)
                .isInstanceOf(ChannelFailedException.class)
                .hasMessageContaining("after PT1H")
                .hasMessageContaining("the scheduler was closed");
    }

    @Test
    void shouldRefuseAPeriodThatIsNotAboveZero() {
        assertThatThrownBy(() -> Ticker.every(scheduler, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
    }

    @Test
    void shouldRefuseAClosedScheduler() {
        scheduler.close();
        assertThatThrownBy(() -> Ticker.once(scheduler, HOUR)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldKeepAScopeAwake() throws InterruptedException {
        try (ProcessScope scope = ProcessScope.open(scheduler);
                Ticker ticker = Ticker.once(scheduler, Duration.ofMillis(100))) {
            ScopedProcess<Long> process =
                    scope.spawn("waits", () -> ticker.receiver().receive());
            scope.join();
            assertThat(process.result()).isEqualTo(1);
        }
    }
}
