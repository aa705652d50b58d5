package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waiting for a single process to end. */
class ProcessJoinTest extends ScopeTests {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MANY = 1000;

    ProcessJoinTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldWaitUntilAProcessHasSucceeded() throws InterruptedException {
        try (ProcessScope scope = open("joined")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<Integer> process = scope.spawn("worker", () -> {
                await(go);
                return 7;
            });
            assertThat(process.join(Duration.ofMillis(2))).isFalse();
            assertThat(process.join(Duration.ZERO)).isFalse();
            go.countDown();
            process.join();
            assertThat(process.result()).isEqualTo(7);
            assertThat(process.join(Duration.ZERO)).isTrue();
            assertThat(process.join(Duration.ofNanos(-1))).isTrue();
            process.join();
        }
    }

    @Test
    void shouldWaitForOneWhileOthersGoOn() throws InterruptedException {
        try (ProcessScope scope = open("joined")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<?> slow = scope.spawn("slow", () -> await(go));
            ScopedProcess<String> quick = scope.spawn("quick", () -> "done");
            assertThat(quick.join(LONG)).isTrue();
            assertThat(quick.result()).isEqualTo("done");
            assertThat(slow.state()).isEqualTo(ProcessState.RUNNING);
            go.countDown();
            scope.join();
        }
    }

    @Test
    void shouldTellByTheStateThatAProcessHasFailed() throws InterruptedException {
        IllegalArgumentException thrown = new IllegalArgumentException("expected");
        try (ProcessScope scope = open("failing")) {
            ScopedProcess<?> process = scope.spawn("worker", () -> {
                throw thrown;
            });
            process.join();
            assertThat(process.state()).isEqualTo(ProcessState.FAILED);
            assertThat(process.failure()).contains(thrown);
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .withCause(thrown);
        }
    }

    @Test
    void shouldWaitForACancelledProcess() throws InterruptedException {
        try (ProcessScope scope = open("cancelled")) {
            ScopedProcess<?> process = scope.spawn("sleeper", () -> TimeUnit.DAYS.sleep(1));
            process.cancel();
            assertThat(process.join(LONG)).isTrue();
            assertThat(process.state()).isEqualTo(ProcessState.CANCELLED);
            scope.join();
        }
    }

    @Test
    void shouldLetProcessesAndOutsidersWaitForTheSame() {
        try (ProcessScope scope = open("popular")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<Integer> process = scope.spawn("worker", () -> {
                await(go);
                return 1;
            });
            List<ScopedProcess<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(scope.spawn("waiting-" + i, () -> {
                    process.join();
                    return process.result();
                }));
            }
            CompletableFuture<Throwable> outside = CompletableFuture.supplyAsync(() -> {
                Throwable thrown = thrownOutside(process::join);
                return thrown == null ? new AssertionError("none") : thrown;
            });
            Await.until(
                    "a process waits",
                    () -> scope.snapshot().processes().stream()
                            .anyMatch(each -> each.operation().equals("join process worker")));
            go.countDown();
            for (ScopedProcess<Integer> each : waiting) {
                assertThat(joined(each)).isEqualTo(1);
            }
            assertThat(outside.join()).hasMessage("none");
        }
    }

    private static int joined(ScopedProcess<Integer> process) {
        try {
            process.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return process.result();
    }

    @Test
    void shouldGiveUpWhenInterrupted() throws InterruptedException {
        try (ProcessScope scope = open("interrupted")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<?> process = scope.spawn("worker", () -> await(go));
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(process::join)
                    .withMessage("interrupted before joining process worker");
            CompletableFuture<String> message = new CompletableFuture<>();
            ScopedProcess<?> waiting = scope.spawn("waiting", () -> {
                try {
                    process.join();
                } catch (InterruptedException e) {
                    message.complete(e.getMessage());
                }
            });
            Await.until(
                    "it waits",
                    () -> scope.snapshot().processes().stream()
                            .anyMatch(each -> each.operation().equals("join process worker")));
            waiting.cancel();
            assertThat(message.orTimeout(20, TimeUnit.SECONDS).join())
                    .isEqualTo("interrupted while waiting to join process worker");
            go.countDown();
            scope.join();
        }
    }

    @Test
    void shouldRefuseAProcessThatJoinsItself() throws InterruptedException {
        try (ProcessScope scope = open("self")) {
            CompletableFuture<ScopedProcess<?>> self = new CompletableFuture<>();
            ScopedProcess<String> process = scope.spawn("narcissus", () -> {
                try {
                    self.join().join();
                    return "joined";
                } catch (IllegalStateException refused) {
                    return String.valueOf(refused.getMessage());
                }
            });
            self.complete(process);
            process.join();
            assertThat(process.result()).isEqualTo("process narcissus can't join itself");
        }
    }

    @Test
    void shouldReportProcessesThatJoinEachOther() {
        try (ProcessScope scope = open("lovers")) {
            CompletableFuture<ScopedProcess<?>> second = new CompletableFuture<>();
            ScopedProcess<?> first = scope.spawn("first", () -> second.join().join());
            second.complete(scope.spawn("second", () -> first.join()));
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process first: join process second, since ")
                    .withMessageContaining("process second: join process first, since ")
                    .satisfies(thrown -> assertThat(thrown.snapshot().processes())
                            .extracting(ProcessSnapshot::channels)
                            .containsExactly(List.of("end of process second"), List.of("end of process first")));
        }
    }

    @Test
    void shouldReportAnOwnerThatJoinsAProcessWhichWaitsForIt() throws InterruptedException {
        try (ProcessScope scope = open("owner")) {
            Channel<Integer> channel = scope.<Integer>channel().name("work").rendezvous();
            ScopedProcess<Integer> process = scope.spawn("worker", () -> channel.receive());
            process.join();
            assertThat(process.state()).isEqualTo(ProcessState.CANCELLED);
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("owner " + Thread.currentThread().getName() + ": join process worker")
                    .withMessageContaining("process worker: receive from work");
        }
    }

    @Test
    void shouldReportProcessesOfScopesSideBySideThatJoinEachOther() {
        try (ProcessScope scope = open("outer")) {
            CompletableFuture<ScopedProcess<?>> left = new CompletableFuture<>();
            CompletableFuture<ScopedProcess<?>> right = new CompletableFuture<>();
            scope.spawn("left parent", () -> {
                try (ProcessScope inner = open("left")) {
                    left.complete(inner.spawn("left child", () -> right.join().join()));
                    inner.join();
                }
            });
            scope.spawn("right parent", () -> {
                try (ProcessScope inner = open("right")) {
                    right.complete(inner.spawn("right child", () -> left.join().join()));
                    inner.join();
                }
            });
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("scope outer")
                    .withMessageContaining("process left child: join process right child")
                    .withMessageContaining("process right child: join process left child");
        }
    }

    @Test
    void shouldNotTakeAWaitForAProcessElsewhereForADeadlock() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<ScopedProcess<?>> elsewhere = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
            Throwable outside = thrownOutside(() -> {
                try (ProcessScope other = open("other")) {
                    elsewhere.complete(other.spawn("elsewhere", () -> await(go)));
                    other.join();
                }
            });
            return outside == null ? new AssertionError("none") : outside;
        });
        try (ProcessScope scope = open("hopeful")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> channel.receive());
            scope.spawn("sender", () -> {
                elsewhere.join().join();
                channel.send(3);
            });
            assertThat(receiver.join(Duration.ofMillis(200))).isFalse();
            go.countDown();
            scope.join();
            assertThat(receiver.result()).isEqualTo(3);
        }
        assertThat(thrown.join()).hasMessage("none");
    }

    @Test
    void shouldBeAClauseOfASelect() throws InterruptedException {
        try (ProcessScope scope = open("selected")) {
            Channel<String> channel = scope.<String>channel().rendezvous();
            ScopedProcess<Integer> process = scope.spawn("worker", () -> {
                channel.send("first");
                return 2;
            });
            Select<String> select = Select.<String>inOrder()
                    .join(process, () -> "ended with " + process.result())
                    .receive(channel, element -> element)
                    .build();
            assertThat(select.select()).isEqualTo("first");
            assertThat(select.select()).isEqualTo("ended with 2");
            assertThat(select.select()).isEqualTo("ended with 2");
        }
    }

    @Test
    void shouldBeAClauseOfASelectWithoutAThread() {
        try (ProcessScope scope = open("selected")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<?> process = scope.spawn("worker", () -> await(go));
            CompletableFuture<String> told = new CompletableFuture<>();
            PendingOperation pending = Select.<String>fair()
                    .join(process, () -> process.state().name())
                    .timeout(LONG, () -> "too late")
                    .build()
                    .selectAsync(scheduler.newStrand(), told::complete);
            assertThat(told).isNotDone();
            go.countDown();
            assertThat(told.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("SUCCEEDED");
            assertThat(pending.cancel()).isFalse();
        }
    }

    @Test
    void shouldFindTheFirstOfSeveralThatEnds() throws InterruptedException {
        try (ProcessScope scope = open("race")) {
            ScopedProcess<?> slow = scope.spawn("slow", () -> TimeUnit.DAYS.sleep(1));
            ScopedProcess<String> quick = scope.spawn("quick", () -> "won");
            String winner = Select.<String>fair()
                    .join(slow, slow::name)
                    .join(quick, quick::name)
                    .build()
                    .select();
            assertThat(winner).isEqualTo("quick");
        }
    }

    @Test
    void shouldMissNoEnd() throws InterruptedException {
        try (ProcessScope scope = open("race")) {
            for (int i = 0; i < MANY; i++) {
                int number = i;
                ScopedProcess<Integer> process = scope.spawn(() -> number);
                ScopedProcess<Integer> other = scope.spawn(() -> {
                    process.join();
                    return process.result();
                });
                assertThat(other.join(LONG)).isTrue();
                assertThat(other.result()).isEqualTo(number);
            }
        }
    }

    @Test
    void shouldRefuseAForeignProcessInASelect() {
        ScopedProcess<?> foreign = (ScopedProcess<?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ScopedProcess.class}, (proxy, method, arguments) -> null);
        SelectBuilder<String> builder = Select.fair();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.join(foreign, () -> "ended"))
                .withMessageContaining(foreign.getClass().getName());
    }
}
