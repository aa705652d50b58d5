package dev.ropewalk.channel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessAction;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeTests;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.ThreadSource;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Scopes that stand still, but can go on. The test is their owner, and looks as a joining thread. */
class NoDeadlockTest extends ScopeTests {
    private static final int LOOKS = 100;

    private final AtomicBoolean stop = new AtomicBoolean();

    NoDeadlockTest(ThreadSource source) {
        super(source);
    }

    /** Lets one process wait for a channel of the scope, and another do something; that mustn't be taken for sleep. */
    private void assertAwake(String other, ProcessAction action) {
        try (ProcessScope scope = open("awake")) {
            assertAwake(scope, other, action);
            scope.cancel();
            stop.set(true);
        }
    }

    private static void assertAwake(ProcessScope scope, String other, ProcessAction action) {
        Channel<Integer> channel = scope.<Integer>channel().name("own").rendezvous();
        CountDownLatch begun = new CountDownLatch(1);
        scope.spawn(() -> channel.receive());
        scope.spawn("other", () -> {
            begun.countDown();
            action.run();
        });
        Await.until(
                "both stand",
                () -> begun.getCount() == 0 && waiting(scope).containsAll(List.of("receive from own", other)));
        JoinWait join = VirtualThreadScope.of(scope).newJoin();
        for (int i = 0; i < LOOKS; i++) {
            assertThat(DeadlockDetector.isDeadlocked(VirtualThreadScope.of(scope), join))
                    .isFalse();
        }
    }

    private static List<String> waiting(ProcessScope scope) {
        return scope.snapshot().processes().stream()
                .map(ProcessSnapshot::operation)
                .toList();
    }

    @Test
    void shouldSeeSleepInTheSameWay() {
        try (ProcessScope scope = open("asleep")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            scope.spawn(() -> channel.receive());
            JoinWait join = VirtualThreadScope.of(scope).newJoin();
            Await.until("all wait", () -> DeadlockDetector.isDeadlocked(VirtualThreadScope.of(scope), join));
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountAWaitForAChannelThatAnyoneMayHold() {
        Channel<Integer> outside = Channel.<Integer>builder().name("outside").rendezvous();
        assertAwake("receive from outside", outside::receive);
    }

    @Test
    void shouldNotCountASelectWithAChannelThatAnyoneMayHold() {
        Channel<Integer> outside = Channel.<Integer>builder().name("outside").rendezvous();
        try (ProcessScope scope = open("awake")) {
            Channel<Integer> inside = scope.<Integer>channel().name("inside").rendezvous();
            assertAwake(
                    scope,
                    "receive from inside or receive from outside",
                    () -> Select.<Integer>fair()
                            .receive(inside, element -> element)
                            .receive(outside, element -> element)
                            .build()
                            .select());
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountATimedWait() {
        try (ProcessScope scope = open("awake")) {
            Channel<Integer> inside = scope.<Integer>channel().name("inside").rendezvous();
            assertAwake(scope, "receive from inside", () -> inside.receive(Duration.ofHours(1)));
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountASleepingProcess() {
        assertAwake("", () -> Thread.sleep(Duration.ofHours(1)));
    }

    @Test
    void shouldNotCountAProcessThatWaitsForSomethingElse() {
        assertAwake("", () -> new CountDownLatch(1).await());
    }

    @Test
    void shouldNotCountAProcessThatComputes() {
        assertAwake("", () -> {
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void shouldNotCountAScopeWithADeadline() {
        try (ProcessScope scope =
                ProcessScope.builder(scheduler).deadline(Duration.ofHours(1)).open()) {
            Channel<Integer> inside = scope.<Integer>channel().name("inside").rendezvous();
            assertAwake(scope, "receive from inside", () -> inside.receive());
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountAnInnerScopeWithADeadline() {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> own = scope.<Integer>channel().rendezvous();
            assertAwake(scope, "join scope inner", () -> {
                try (ProcessScope inner = ProcessScope.builder(scheduler)
                        .name("inner")
                        .deadline(Duration.ofHours(1))
                        .open()) {
                    inner.spawn(() -> own.receive());
                    inner.join();
                }
            });
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountAnInnerScopeWhoseOwnerIsBusy() {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> own = scope.<Integer>channel().rendezvous();
            assertAwake(scope, "", () -> {
                try (ProcessScope inner = open("inner")) {
                    inner.spawn(() -> own.receive());
                    new CountDownLatch(1).await();
                }
            });
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountAnInnerScopeInWhichSomebodyIsAwake() {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> own = scope.<Integer>channel().rendezvous();
            assertAwake(scope, "join scope inner", () -> {
                try (ProcessScope inner = open("inner")) {
                    inner.spawn(() -> own.receive());
                    inner.spawn(() -> new CountDownLatch(1).await());
                    inner.join();
                }
            });
            scope.cancel();
        }
    }

    @Test
    void shouldNotCountAnInterruptedProcess() {
        try (ProcessScope scope = open("interrupted")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            Channel<Integer> other = scope.<Integer>channel().rendezvous();
            AtomicBoolean interrupted = new AtomicBoolean();
            ScopedProcess<?> sleeper = scope.spawn(() -> {
                try {
                    channel.receive();
                } catch (InterruptedException e) {
                    interrupted.set(true);
                    other.send(1);
                }
            });
            ScopedProcess<?> canceller = scope.spawn(() -> {
                Await.until("the other waits", () -> !waiting(scope).getFirst().isEmpty());
                sleeper.cancel();
                other.receive();
            });
            JoinWait join = VirtualThreadScope.of(scope).newJoin();
            while (canceller.state() == ProcessState.RUNNING) {
                assertThat(DeadlockDetector.isDeadlocked(VirtualThreadScope.of(scope), join))
                        .isFalse();
            }
            assertThat(interrupted).isTrue();
        }
    }

    @Test
    void shouldNotReportWhileAnOutsiderIsToSend() throws InterruptedException {
        Channel<Integer> outside = Channel.rendezvous();
        try (ProcessScope scope = open("fed")) {
            Channel<Integer> inside = scope.<Integer>channel().rendezvous();
            ScopedProcess<Integer> last = scope.spawn(() -> inside.receive());
            scope.spawn(() -> inside.send(outside.receive()));
            Timer timer = scheduler.schedule(
                    scheduler.newStrand(),
                    () -> outside.sendAsync(7, Runnable::run, sent -> {}),
                    Duration.ofMillis(200));
            scope.join();
            assertThat(last.result()).isEqualTo(7);
            assertThat(timer.isDone()).isTrue();
        }
    }
}
