package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stacks overflow at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int MANY = 100_000;
    private static final Duration SHORT = Duration.ofNanos(20_000);

    @AutoClose
    private final Scheduler scheduler = Scheduler.builder().workers(2).build();

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();

    @Test
    void shouldSendOrThrow() throws Exception {
        Channel<Integer> channel = Channel.unlimited();

        sweep(() -> channel.trySend(1), sent);

        assertThat(drained(channel)).hasSize(sent.get());
    }

    @Test
    void shouldReceiveOrThrow() throws Exception {
        Channel<Integer> channel = filled();

        sweep(() -> channel.tryReceive().isPresent(), received);

        assertThat(drained(channel)).hasSize(MANY - received.get());
    }

    @Test
    void shouldSelectOrThrow() throws Exception {
        Channel<Integer> channel = filled();
        Channel<Integer> empty = Channel.unlimited();
        Select<Integer> select = Select.<Integer>fair()
                .receive(empty, one -> one)
                .receive(channel, one -> one)
                .build();

        sweep(() -> selects(select), received);

        assertThat(drained(channel)).hasSize(MANY - received.get());
        channel.send(1);
        assertThat(select.select()).isEqualTo(1);
    }

    /** A worker asks for a spare one before it parks, when it has queued itself already. */
    @Test
    void shouldLeaveNobodyWaitingWhereAWorkerOverflows() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        var swept = new CompletableFuture<Void>();
        scheduler.execute(() -> {
            StackEnd.sweep(() -> waitsInVain(channel));
            swept.complete(null);
        });
        swept.get();

        assertThat(channel.stats().waitingReceivers()).isZero();
    }

    /** The JVM needs much stack to park a virtual thread, more than a check beforehand can ask for. */
    @Test
    void shouldLeaveNobodyWaitingWhereAVirtualThreadOverflows() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Select<Optional<Integer>> select = Select.<Optional<Integer>>fair()
                .receive(channel, Optional::of)
                .timeout(SHORT, Optional::empty)
                .build();

        Thread.ofVirtual()
                .start(() -> {
                    StackEnd.sweep(() -> waitsInVain(channel));
                    StackEnd.sweep(() -> selectsInVain(select));
                })
                .join();

        assertThat(channel.stats().waitingReceivers()).isZero();
        assertThat(channel.trySend(1)).isFalse();
    }

    @Test
    void shouldCancelAScopeOrLeaveItToALaterCancel() throws Exception {
        int count = 500;
        List<ProcessScope> scopes = new ArrayList<>();
        var opened = new CountDownLatch(count);
        List<Future<?>> owners = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var owner = new FutureTask<@Nullable Void>(() -> {
                try (ProcessScope scope = ProcessScope.open(scheduler)) {
                    scope.spawn(() -> new CountDownLatch(1).await());
                    synchronized (scopes) {
                        scopes.add(scope);
                    }
                    opened.countDown();
                    assertThatThrownBy(scope::join).isInstanceOf(CancellationException.class);
                }
                return null;
            });
            Thread.ofVirtual().start(owner);
            owners.add(owner);
        }
        opened.await();
        var next = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> {
            ProcessScope scope = scopes.get(next.getAndIncrement() % count);
            try {
                scope.cancel();
            } catch (StackOverflowError noStack) {
                return false;
            }
            return true;
        });

        scopes.forEach(ProcessScope::cancel);
        for (Future<?> owner : owners) {
            assertThat(owner.get()).isNull();
        }
    }

    private static boolean waitsInVain(Channel<Integer> channel) {
        try {
            return channel.receive(SHORT).isEmpty();
        } catch (StackOverflowError noStack) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError("it is never interrupted", e);
        }
    }

    private static boolean selectsInVain(Select<Optional<Integer>> select) {
        try {
            return select.select().isEmpty();
        } catch (StackOverflowError noStack) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError("it is never interrupted", e);
        }
    }

    private static boolean selects(Select<Integer> select) {
        try {
            return select.select() == 1;
        } catch (InterruptedException e) {
            throw new AssertionError("it is never interrupted", e);
        }
    }

    private static Channel<Integer> filled() {
        Channel<Integer> channel = Channel.unlimited();
        for (int i = 0; i < MANY; i++) {
            assertThat(channel.trySend(1)).isTrue();
        }
        return channel;
    }

    private static List<Integer> drained(Channel<Integer> channel) {
        List<Integer> left = new ArrayList<>();
        channel.drainTo(left, MANY);
        return left;
    }

    private static void sweep(BooleanSupplier step, AtomicInteger succeeded) throws InterruptedException {
        StackEnd.sweepElsewhere(() -> {
            try {
                assertThat(step.getAsBoolean()).isTrue();
            } catch (StackOverflowError noStack) {
                return false;
            }
            succeeded.incrementAndGet();
            return true;
        });
        assertThat(succeeded.get()).isPositive();
    }
}
