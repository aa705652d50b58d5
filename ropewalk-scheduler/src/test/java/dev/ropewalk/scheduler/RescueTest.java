package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.CapturedLog;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** What users' code can do to what must still be told or run when the scheduler has ended. */
class RescueTest {
    private static final Duration AMPLE = Duration.ofSeconds(30);

    private static MessageStrand<Runnable> ended(Consumer<Runnable> handler) {
        WorkStealingScheduler scheduler = RealScheduler.of(1);
        MessageStrand<Runnable> strand = scheduler.newMessageStrand(Placement.SOFT, handler);
        strand.start();
        scheduler.close(AMPLE);
        return strand;
    }

    @Test
    void shouldGoOnAfterAHandlerOfUncaughtExceptionsThatThrows() {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalStateException("the handler failed", thrown);
        });
        try (var log = new CapturedLog("dev.ropewalk.scheduler")) {
            MessageStrand<Runnable> strand = ended(Runnable::run);
            var second = new CompletableFuture<Boolean>();
            strand.sendAlways(() -> {
                throw new IllegalArgumentException("first");
            });
            strand.sendAlways(() -> second.complete(true));
            assertThat(second).succeedsWithin(AMPLE);
            assertThat(log.messages(Level.SEVERE, "of the common pool failed")).hasSize(1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    /** The common pool may have a single thread. */
    @Test
    void shouldReplaceAThreadThatBlocks() {
        var opened = new CountDownLatch(1);
        List<CompletableFuture<Boolean>> waited = new ArrayList<>();
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism() + 1; i++) {
            var outcome = new CompletableFuture<Boolean>();
            waited.add(outcome);
            WorkStealingScheduler scheduler = RealScheduler.of(1);
            MessageStrand<Callable<Boolean>> strand = scheduler.newMessageStrand(Placement.SOFT, call -> {
                try {
                    outcome.complete(scheduler.blocking(call));
                } catch (Exception thrown) {
                    outcome.completeExceptionally(thrown);
                }
            });
            strand.start();
            scheduler.close(AMPLE);
            var begun = new CompletableFuture<Boolean>();
            strand.sendAlways(() -> {
                begun.complete(true);
                return opened.await(AMPLE.toSeconds(), TimeUnit.SECONDS);
            });
            assertThat(begun).succeedsWithin(AMPLE);
        }
        ended(Runnable::run).sendAlways(opened::countDown);
        assertThat(waited)
                .allSatisfy(outcome -> assertThat(outcome)
                        .succeedsWithin(AMPLE.multipliedBy(2))
                        .isEqualTo(true));
    }

    @Test
    void shouldTellTimersAlthoughAnInterruptRunsCodeThatThrows() {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        var told = new CompletableFuture<Boolean>();
        scheduler.schedule(scheduler.newStrand(), new Telling(() -> told.complete(true)), Duration.ofDays(1));
        var open = new CountDownLatch(1);
        var entered = new CompletableFuture<Boolean>();
        scheduler.execute(() -> new Broken().block(entered, open));
        assertThat(entered).succeedsWithin(AMPLE);

        SchedulerCloseReport report = scheduler.close(Duration.ZERO);

        assertThat(report.abandonedTimers()).isEqualTo(1);
        assertThat(told).isCompletedWithValue(true);
        open.countDown();
    }

    @Test
    void shouldRefuseToAwaitTheEndInAnOwnerThatIsTold() {
        WorkStealingScheduler scheduler = RealScheduler.of(1);
        var told = new CompletableFuture<Boolean>();
        var owner = new Telling(() -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> scheduler.awaitTermination(AMPLE))
                    .withMessageContaining("tells what was abandoned");
            assertThat(scheduler.isTellingCaller()).isTrue();
            told.complete(scheduler.close(AMPLE).isComplete());
        });
        scheduler.schedule(scheduler.newStrand(), owner, Duration.ofDays(1));
        assertThat(scheduler.isTellingCaller()).isFalse();

        scheduler.close(AMPLE);

        assertThat(told).isCompleted();
        assertThat(scheduler.isTellingCaller()).isFalse();
    }

    private record Telling(Runnable told) implements Abandonable {
        @Override
        public void run() {}

        @Override
        public void abandon() {
            told.run();
        }
    }

    /** Throws when a thread that is blocked in it is interrupted, in the thread that interrupts. */
    private static final class Broken extends AbstractInterruptibleChannel {
        void block(CompletableFuture<Boolean> entered, CountDownLatch open) {
            begin();
            entered.complete(true);
            boolean opened = false;
            while (!opened) {
                try {
                    opened = open.await(AMPLE.toSeconds(), TimeUnit.SECONDS);
                } catch (InterruptedException closing) {
                    opened = false; // the task is deaf
                }
            }
        }

        @Override
        protected void implCloseChannel() {
            throw new IllegalStateException("a user's channel can't be closed");
        }
    }
}
