package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Channels that belong to a scope: which threads may use them, and how they end. */
class ScopeChannelTest extends ScopeTests {
    private static final Executor SAME_THREAD = Runnable::run;

    ScopeChannelTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldRefuseEveryUseByAnOutsider() {
        try (ProcessScope scope = open("closed circle")) {
            Channel<Integer> channel = scope.<Integer>channel().name("own").buffered(4);
            assertThat(Stream.<ProcessAction>of(
                                    () -> channel.send(1),
                                    () -> channel.trySend(1),
                                    () -> channel.sendAsync(1, SAME_THREAD, sent -> {}),
                                    channel::receive,
                                    channel::tryReceive,
                                    () -> channel.receiveAsync(SAME_THREAD, received -> {}),
                                    () -> channel.drainTo(new ArrayList<>(), 1),
                                    channel::close,
                                    () -> channel.fail(new IOException("theirs")),
                                    () -> select(channel))
                            .map(ScopeTests::thrownOutside))
                    .allSatisfy(thrown -> assertThat(thrown)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageStartingWith("thread outsider can't use channel own of scope closed circle: "
                                    + "it is neither the owner "));
            assertThat(channel.stats()).isEqualTo(new ChannelStats("own", 0, 0, 0, 0, 0, 0, 0, false));
        }
    }

    @Test
    void shouldRefuseASelectEachTimeAnOutsiderUsesIt() throws InterruptedException {
        try (ProcessScope scope = open("closed circle")) {
            Channel<Integer> channel = scope.<Integer>channel().name("own").buffered(1);
            channel.send(1);
            Select<Integer> select = Select.<Integer>inOrder()
                    .receive(channel, element -> element)
                    .build();
            for (int i = 0; i < 2; i++) {
                assertThat(thrownOutside(select::select))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("thread outsider can't use channel own");
            }
            assertThat(select.select()).isEqualTo(1);
        }
    }

    private static int select(Channel<Integer> channel) throws InterruptedException {
        return Select.<Integer>inOrder()
                .receive(channel, element -> element)
                .build()
                .select();
    }

    @Test
    void shouldRefuseProcessesOfOtherScopes() throws InterruptedException {
        try (ProcessScope scope = open("mine")) {
            scope.spawn(() -> {
                try (ProcessScope inner = open("inner")) {
                    Channel<Integer> channel =
                            inner.<Integer>channel().name("inside").rendezvous();
                    scope.spawn(
                            "sibling",
                            () -> assertThatIllegalStateException()
                                    .isThrownBy(() -> channel.trySend(1))
                                    .withMessageStartingWith("thread sibling can't use channel inside of scope inner"));
                }
            });
            scope.join();
        }
    }

    @Test
    void shouldRefuseCallbacksThatWouldWait() {
        try (ProcessScope scope = open("threads only")) {
            Channel<Integer> channel = scope.<Integer>channel().name("own").buffered(1);
            PendingOperation sent = channel.sendAsync(1, SAME_THREAD, result -> {});
            assertThat(sent.cancel()).isFalse();
            assertThatIllegalStateException()
                    .isThrownBy(() -> channel.sendAsync(2, SAME_THREAD, result -> {}))
                    .withMessage(
                            "a callback can't wait for channel own of scope threads only: only threads can, so that"
                                    + " deadlocks can be found");
            assertThat(channel.tryReceive()).contains(1);
            assertThatIllegalStateException().isThrownBy(() -> channel.receiveAsync(SAME_THREAD, result -> {}));
            assertThatIllegalStateException()
                    .isThrownBy(() -> Select.<Integer>fair()
                            .receive(channel, element -> element)
                            .build()
                            .selectAsync(SAME_THREAD, result -> {}));
            assertThat(channel.stats().waitingReceivers()).isZero();
        }
    }

    @Test
    void shouldServeProcessesOfScopesWithin() throws InterruptedException {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            scope.spawn(() -> {
                try (ProcessScope inner = open("inner")) {
                    inner.spawn(() -> channel.send(1));
                    inner.join();
                }
            });
            assertThat(channel.receive()).isEqualTo(1);
            scope.join();
        }
    }

    @Test
    void shouldFailWithTheScope() throws InterruptedException {
        IOException failure = new IOException("disk");
        try (ProcessScope scope = open("failing")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            scope.spawn(() -> {
                throw failure;
            });
            assertThatExceptionOfType(ChannelFailedException.class)
                    .isThrownBy(channel::receive)
                    .withCause(failure);
            assertThatExceptionOfType(ProcessFailedException.class).isThrownBy(scope::join);
            Channel<Integer> late = scope.<Integer>channel().rendezvous();
            assertThatExceptionOfType(ChannelFailedException.class)
                    .isThrownBy(late::tryReceive)
                    .withCause(failure);
        }
    }

    @Test
    void shouldGiveUpWhatIsLeftWhenTheScopeIsClosed() throws InterruptedException {
        ConcurrentLinkedQueue<Integer> left = new ConcurrentLinkedQueue<>();
        Channel<Integer> open;
        Channel<Integer> closed;
        try (ProcessScope scope = open("leaving")) {
            open = scope.<Integer>channel().onUndelivered(left::add).buffered(4);
            closed = scope.<Integer>channel().onUndelivered(left::add).buffered(4);
            scope.spawn(() -> {
                open.send(1);
                open.send(2);
                closed.send(3);
                closed.close();
            });
            scope.join();
            assertThat(left).isEmpty();
        }
        assertThat(left).containsExactlyInAnyOrder(1, 2, 3);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(open::tryReceive)
                .withCauseInstanceOf(CancellationException.class)
                .withMessageContaining("scope leaving is closed");
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(closed::tryReceive);
        assertThat(List.of(open.stats().undelivered(), closed.stats().undelivered()))
                .containsExactly(2L, 1L);
    }

    @Test
    void shouldWakeWhoIgnoresTheInterruptWhenCancelled() {
        CountDownLatch begun = new CountDownLatch(1);
        try (ProcessScope scope = open("stubborn")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            ScopedProcess<?> stubborn = scope.spawn(() -> {
                while (!channel.isClosed()) {
                    begun.countDown();
                    try {
                        channel.receive();
                    } catch (InterruptedException | ChannelFailedException ignored) {
                        begun.countDown();
                    }
                }
            });
            Await.until("it has begun", () -> begun.getCount() == 0);
            scope.cancel();
            Await.until("it ends", () -> stubborn.state() == ProcessState.SUCCEEDED);
        }
    }
}
