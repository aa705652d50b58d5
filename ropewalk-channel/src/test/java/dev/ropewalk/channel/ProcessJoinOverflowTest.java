package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that wait for the end of a process, and whose stacks overflow at each call of what that calls in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessJoinOverflowTest {
    private static final int COUNT = 600;

    @AutoClose
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    private final CountDownLatch swept = new CountDownLatch(1);
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger overflows = new AtomicInteger();

    enum Form {
        JOIN {
            @Override
            boolean hasEnded(ScopedProcess<?> process) throws InterruptedException {
                return process.join(Duration.ZERO);
            }
        },
        SELECT {
            @Override
            boolean hasEnded(ScopedProcess<?> process) throws InterruptedException {
                return Select.<Boolean>fair()
                        .join(process, () -> true)
                        .otherwise(() -> false)
                        .build()
                        .select();
            }
        };

        abstract boolean hasEnded(ScopedProcess<?> process) throws InterruptedException;
    }

    /** The owners wait already, for processes that will wait for their own ends: nothing but these joins has the owners look. */
    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldFindADeadlockWhateverOverflowedBefore(Form form) throws Exception {
        var processes = new LinkedBlockingQueue<ScopedProcess<?>>();
        List<Future<?>> owners = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            var owner = new FutureTask<@Nullable Void>(() -> own(processes));
            Thread.ofVirtual().start(owner);
            owners.add(owner);
        }
        List<ScopedProcess<?>> running = new ArrayList<>();
        while (running.size() < COUNT) {
            running.add(processes.take());
        }

        sweep(running, process -> !hasEnded(form, process));

        swept.countDown();
        for (Future<?> owner : owners) {
            assertThat(owner.get()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldJoinAnEndedProcessWhateverOverflowedBefore(Form form) throws Exception {
        List<ScopedProcess<?>> ended = new ArrayList<>();
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            for (int i = 0; i < COUNT; i++) {
                ended.add(scope.spawn(() -> 1));
            }
            scope.join();
        }

        sweep(ended, process -> hasEnded(form, process));

        for (ScopedProcess<?> process : ended) {
            assertThat(process.join(Duration.ZERO)).isTrue();
        }
    }

    private @Nullable Void own(LinkedBlockingQueue<ScopedProcess<?>> processes) throws InterruptedException {
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            var self = new LinkedBlockingQueue<ScopedProcess<?>>();
            ScopedProcess<?> process = scope.spawn(() -> {
                swept.await();
                return Select.<Integer>fair().join(self.take(), () -> 1).build().select();
            });
            self.add(process);
            processes.add(process);
            assertThatExceptionOfType(DeadlockException.class).isThrownBy(scope::join);
        }
        return null;
    }

    private void sweep(List<ScopedProcess<?>> processes, Predicate<ScopedProcess<?>> step) throws InterruptedException {
        var succeeded = new AtomicInteger();
        StackEnd.sweepElsewhere(() -> {
            ScopedProcess<?> process = processes.get(next.getAndIncrement() % COUNT);
            try {
                assertThat(step.test(process)).isTrue();
            } catch (StackOverflowError noStack) {
                overflows.incrementAndGet();
                return false;
            }
            succeeded.incrementAndGet();
            return true;
        });
        assertThat(succeeded.get()).isPositive();
        assertThat(overflows.get()).isPositive();
    }

    private static boolean hasEnded(Form form, ScopedProcess<?> process) {
        try {
            return form.hasEnded(process);
        } catch (InterruptedException e) {
            throw new AssertionError("it is never interrupted", e);
        }
    }
}
