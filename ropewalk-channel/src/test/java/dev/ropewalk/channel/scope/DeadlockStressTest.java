package dev.ropewalk.channel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopeTests;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.ThreadSource;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Scopes in which nearly all sleep at nearly all times, looked at again and again. */
class DeadlockStressTest extends ScopeTests {
    private static final long MILLIS = 1000L * Integer.getInteger("ropewalk.stress.seconds", 0);
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(MILLIS == 0 ? 500 : MILLIS);

    DeadlockStressTest(ThreadSource source) {
        super(source);
    }

    private static void assertNeverAsleep(ProcessScope scope) {
        JoinWait join = VirtualThreadScope.of(scope).newJoin();
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() - end < 0) {
            assertThat(DeadlockDetector.isDeadlocked(VirtualThreadScope.of(scope), join))
                    .isFalse();
        }
    }

    @Test
    void shouldNeverReportAnElementThatIsHandedAround() {
        try (ProcessScope scope = open("ring")) {
            List<Channel<Integer>> ring = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ring.add(scope.<Integer>channel().rendezvous());
            }
            AtomicLong hops = new AtomicLong();
            for (int i = 0; i < 5; i++) {
                Channel<Integer> from = ring.get(i);
                Channel<Integer> to = ring.get((i + 1) % 5);
                scope.spawn(() -> {
                    for (int element : from) {
                        hops.incrementAndGet();
                        to.send(element);
                    }
                });
            }
            scope.spawn(() -> ring.getFirst().send(1));
            Await.until("the element goes round", () -> hops.get() > 0);
            assertNeverAsleep(scope);
            scope.cancel();
        }
    }

    @Test
    void shouldNeverReportSelectsThatHandAnElementAround() {
        try (ProcessScope scope = open("selects")) {
            Channel<Integer> left = scope.<Integer>channel().rendezvous();
            Channel<Integer> right = scope.<Integer>channel().rendezvous();
            for (int i = 0; i < 3; i++) {
                scope.spawn(() -> {
                    while (true) {
                        int element = Select.<Integer>random()
                                .receive(left, any -> any)
                                .receive(right, any -> any)
                                .build()
                                .select();
                        boolean ignored = Select.<Boolean>random()
                                .send(left, () -> element, () -> true)
                                .send(right, () -> element, () -> true)
                                .build()
                                .select();
                    }
                });
            }
            scope.spawn(() -> left.send(1));
            assertNeverAsleep(scope);
            scope.cancel();
        }
    }

    /** The crowd makes the first pass long enough for the parent to spawn and fall asleep meanwhile. */
    @Test
    void shouldNeverReportAProcessThatWaitsForItsChild() {
        try (ProcessScope scope = open("spawns")) {
            Channel<Integer> never = scope.<Integer>channel().rendezvous();
            Channel<Integer> results = scope.<Integer>channel().rendezvous();
            for (int i = 0; i < 200; i++) {
                scope.spawn(() -> never.receive());
            }
            scope.spawn("parent", () -> {
                while (true) {
                    scope.spawn("child", () -> {
                        spin(100_000);
                        results.send(1);
                    });
                    results.receive();
                }
            });
            assertNeverAsleep(scope);
            scope.cancel();
        }
    }

    /** The lock of the channel is held up, so that an interrupted thread takes its time to leave. */
    @Test
    void shouldNeverReportProcessesThatInterruptEachOther() {
        try (ProcessScope scope = open("interrupts")) {
            Channel<Integer> never = scope.<Integer>channel().rendezvous();
            CompletableFuture<ScopedProcess<?>> first = new CompletableFuture<>();
            CompletableFuture<ScopedProcess<?>> second = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(2);
            first.complete(scope.spawn(() -> interrupt(second, begun, never)));
            second.complete(scope.spawn(() -> interrupt(first, begun, never)));
            Thread.ofPlatform().daemon().start(() -> holdUp((LockedChannel<Integer>) never));
            assertNeverAsleep(scope);
            scope.cancel();
        }
    }

    private static void holdUp(LockedChannel<Integer> channel) {
        while (!channel.isFinished()) {
            channel.lock();
            try {
                spin(20_000);
            } finally {
                channel.unlock();
            }
            spin(20_000);
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static void interrupt(
            CompletableFuture<ScopedProcess<?>> peer, CountDownLatch begun, Channel<Integer> never) {
        ScopedProcess<?> other = peer.join();
        begun.countDown();
        Await.until("both have begun", () -> begun.getCount() == 0);
        while (!never.isClosed()) {
            other.cancel();
            try {
                never.receive();
            } catch (InterruptedException woken) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldNeverReportInnerScopesThatComeAndGo() {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            scope.spawn(() -> {
                while (true) {
                    try (ProcessScope inner = ProcessScope.open(scheduler)) {
                        inner.spawn(() -> channel.send(1));
                        inner.join();
                    }
                }
            });
            scope.spawn(() -> channel.forEach(element -> {}));
            assertNeverAsleep(scope);
            scope.cancel();
        }
    }
}
