package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How processes are spawned, joined and cancelled, and how they fail. */
class ProcessScopeTest extends ScopeTests {
    private static final int MANY = 10_000;

    private static final ProcessAction FOREVER = () -> new CountDownLatch(1).await();

    ProcessScopeTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldBringResults() throws InterruptedException {
        try (ProcessScope scope = open("sum")) {
            ScopedProcess<Integer> two = scope.spawn("two", () -> 2);
            ScopedProcess<Integer> three = scope.spawn(() -> 3);
            scope.join();
            assertThat(two.result() + three.result()).isEqualTo(5);
            assertThat(two.name()).isEqualTo("two");
            assertThat(three.name()).isEqualTo("sum-1");
            assertThat(two.state()).isEqualTo(ProcessState.SUCCEEDED);
        }
    }

    @Test
    void shouldTakeBodiesWithAndWithoutResult() throws InterruptedException {
        try (ProcessScope scope = open("both")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            scope.spawn(() -> channel.send(1));
            ScopedProcess<Integer> received = scope.spawn(() -> channel.receive());
            scope.spawn("named sender", () -> channel.send(2));
            ScopedProcess<Integer> other = scope.spawn("named receiver", () -> channel.receive());
            scope.join();
            assertThat(received.result() + other.result()).isEqualTo(3);
        }
    }

    @Test
    void shouldRunProcessesInVirtualThreadsWithTheirNames() throws InterruptedException {
        try (ProcessScope scope = open("threads")) {
            ScopedProcess<String> name =
                    scope.spawn("worker", () -> Thread.currentThread().getName());
            ScopedProcess<Boolean> virtual =
                    scope.spawn(() -> Thread.currentThread().isVirtual());
            scope.join();
            assertThat(name.result()).isEqualTo("worker");
            assertThat(virtual.result()).isTrue();
        }
    }

    @Test
    void shouldJoinTenThousandProcesses() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        try (ProcessScope scope = open("many")) {
            Channel<Integer> start = scope.<Integer>channel().rendezvous();
            for (int i = 0; i < MANY; i++) {
                scope.spawn(() -> {
                    assertThat(start.receiveResult()).isInstanceOf(ReceiveResult.Closed.class);
                    count.incrementAndGet();
                });
            }
            start.close();
            scope.join();
        }
        assertThat(count).hasValue(MANY);
    }

    @Test
    void shouldSpawnFromProcessesAndAfterJoin() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        try (ProcessScope scope = open("rounds")) {
            scope.spawn(() -> {
                scope.spawn(count::incrementAndGet);
                scope.spawn(count::incrementAndGet);
            });
            scope.join();
            assertThat(count).hasValue(2);
            scope.spawn(count::incrementAndGet);
            scope.join();
            assertThat(count).hasValue(3);
        }
    }

    @Test
    void shouldRefuseToTellAResultThatIsNotThere() throws InterruptedException {
        try (ProcessScope scope = open("results")) {
            CountDownLatch go = new CountDownLatch(1);
            ScopedProcess<Integer> process = scope.spawn("slow", () -> {
                await(go);
                return 1;
            });
            assertThatIllegalStateException()
                    .isThrownBy(process::result)
                    .withMessage("process slow has no result, it is RUNNING");
            assertThat(process.failure()).isEmpty();
            go.countDown();
            scope.join();
        }
    }

    @Test
    void shouldCancelTheOthersWhenOneFails() throws InterruptedException {
        IOException failure = new IOException("disk");
        List<ScopedProcess<?>> others = new ArrayList<>();
        ProcessScope scope = open("failing");
        try (scope) {
            for (int i = 0; i < 10; i++) {
                others.add(scope.spawn(FOREVER));
            }
            ScopedProcess<Integer> failing = scope.spawn("reader", () -> {
                throw failure;
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .withCause(failure)
                    .withMessageContaining("process reader of scope failing has failed: java.io.IOException: disk")
                    .satisfies(thrown -> assertThat(thrown.process()).isEqualTo("reader"))
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
            assertThat(failing.state()).isEqualTo(ProcessState.FAILED);
            assertThat(failing.failure()).contains(failure);
            assertThatIllegalStateException()
                    .isThrownBy(failing::result)
                    .withMessageContaining("FAILED")
                    .withCause(failure);
        }
        assertThat(others).allSatisfy(process -> assertThat(process.state()).isEqualTo(ProcessState.CANCELLED));
    }

    @Test
    void shouldKeepEveryFurtherFailure() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(3);
        try (ProcessScope scope = open("failing")) {
            for (int i = 0; i < 3; i++) {
                int number = i;
                scope.spawn(() -> {
                    begun.countDown();
                    try {
                        FOREVER.run();
                    } catch (InterruptedException cancelled) {
                        throw new IOException("on the way out " + number);
                    }
                });
            }
            await(begun);
            scope.spawn(() -> {
                begun.await();
                throw new IOException("first");
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .satisfies(thrown -> assertThat(thrown.getCause()).hasMessage("first"))
                    .satisfies(thrown -> assertThat(thrown.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactlyInAnyOrder("on the way out 0", "on the way out 1", "on the way out 2"));
        }
    }

    @Test
    void shouldTellOfTheFailureWhoSpawnsAfterIt() {
        IOException failure = new IOException("disk");
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> {
                    try (ProcessScope scope = open("failing")) {
                        ScopedProcess<?> first = scope.spawn("first", () -> {
                            throw failure;
                        });
                        Await.until(
                                "it fails",
                                () -> first.failure().isPresent()
                                        && scope.snapshot().processes().isEmpty());
                        scope.spawn("second", () -> 2);
                    }
                })
                .withMessageContaining("process first of scope failing has failed")
                .withCause(failure);
    }

    @Test
    void shouldNotTakeTheConsequencesOfCancellingForFailures() {
        try (ProcessScope scope = open("failing")) {
            scope.spawn(() -> {
                try {
                    FOREVER.run();
                } catch (InterruptedException cancelled) {
                    throw new IllegalStateException("wrapped", cancelled);
                }
            });
            scope.spawn(() -> {
                scope.<Integer>channel().rendezvous().receive();
            });
            scope.spawn(() -> {
                throw new IOException("first");
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
        }
    }

    @Test
    void shouldTakeAnInterruptThatNobodyAskedForAsFailure() {
        try (ProcessScope scope = open("interrupted")) {
            scope.spawn(() -> {
                throw new InterruptedException("mine");
            });
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(scope::join)
                    .withCauseInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void shouldThrowFromCloseWhatNobodyWasTold() {
        IOException failure = new IOException("unseen");
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> {
                    try (ProcessScope scope = open("unjoined")) {
                        ScopedProcess<Integer> process = scope.spawn(() -> {
                            throw failure;
                        });
                        Await.until("the process fails", () -> process.state() == ProcessState.FAILED);
                    }
                })
                .withCause(failure);
    }

    @Test
    void shouldThrowFromCloseWhatFailedWhileClosing() {
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(() -> {
                    try (ProcessScope scope = open("unjoined")) {
                        CountDownLatch begun = new CountDownLatch(1);
                        scope.spawn(() -> {
                            begun.countDown();
                            try {
                                FOREVER.run();
                            } finally {
                                throwOnTheWayOut();
                            }
                        });
                        await(begun);
                    }
                })
                .withMessageContaining("on the way out");
    }

    private static void throwOnTheWayOut() throws IOException {
        throw new IOException("on the way out");
    }

    @Test
    void shouldCancelWhatStillRunsWhenClosed() throws InterruptedException {
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        ProcessScope scope = open("closed");
        ScopedProcess<?> process = scope.spawn(() -> {
            begun.countDown();
            try {
                FOREVER.run();
            } finally {
                ended.set(true);
            }
        });
        await(begun);
        scope.close();
        assertThat(ended).isTrue();
        assertThat(process.state()).isEqualTo(ProcessState.CANCELLED);
        scope.close();
    }

    @Test
    void shouldNotBeginWhatWasCancelledBefore() {
        AtomicInteger begun = new AtomicInteger();
        try (ProcessScope scope = open("cancelled")) {
            scope.spawn(FOREVER);
            scope.cancel();
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> scope.spawn("late", begun::incrementAndGet))
                    .withMessageContaining("scope cancelled was cancelled by");
            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("scope cancelled was cancelled by");
        }
        assertThat(begun).hasValue(0);
    }

    @Test
    void shouldCancelOneProcessOnly() throws InterruptedException {
        try (ProcessScope scope = open("one")) {
            ScopedProcess<?> idle = scope.spawn(FOREVER);
            ScopedProcess<Integer> other = scope.spawn(() -> 1);
            idle.cancel();
            scope.join();
            assertThat(idle.state()).isEqualTo(ProcessState.CANCELLED);
            assertThat(other.result()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseToSpawnWhenClosed() {
        ProcessScope scope = open("closed");
        scope.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> scope.spawn("late", () -> 1))
                .withMessage("can't spawn process late: scope closed is closed");
        assertThatIllegalStateException().isThrownBy(scope::join).withMessage("can't join scope closed: it is closed");
    }

    @Test
    void shouldRefuseWhoIsNotItsOwner() {
        try (ProcessScope scope = open("mine")) {
            assertThat(thrownOutside(scope::close))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("thread outsider can't close scope mine: only its owner can, which is ");
            assertThat(thrownOutside(scope::join)).isInstanceOf(IllegalStateException.class);
            assertThat(thrownOutside(() -> scope.spawn("theirs", () -> 1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("thread outsider can't spawn process theirs in scope mine");
            assertThat(thrownOutside(scope::cancel)).isNull();
        }
    }

    @Test
    void shouldTellAnInterruptOfTheOwner() {
        AtomicBoolean ended = new AtomicBoolean();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> {
            try (ProcessScope scope = open("interrupted")) {
                CountDownLatch begun = new CountDownLatch(1);
                Thread owner = Thread.currentThread();
                scope.spawn(() -> {
                    begun.countDown();
                    try {
                        FOREVER.run();
                    } finally {
                        ended.set(true);
                    }
                });
                await(begun);
                scope.spawn(owner::interrupt);
                scope.join();
            }
        });
        assertThat(ended).isTrue();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldKeepAnInterruptThatComesWhileClosing() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread owner = Thread.currentThread();
        try (ProcessScope scope = open("closing")) {
            scope.spawn(() -> {
                begun.countDown();
                try {
                    FOREVER.run();
                } finally {
                    owner.interrupt();
                }
            });
            await(begun);
        }
        assertThat(Thread.interrupted()).isTrue();
    }
}
