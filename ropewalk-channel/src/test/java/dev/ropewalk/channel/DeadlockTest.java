package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Scopes in which no process can go on. */
class DeadlockTest extends ScopeTests {
    private static final int MANY = 10_000;

    DeadlockTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldReportACycleOfTwo() {
        try (ProcessScope scope = open("cycle")) {
            Channel<String> questions =
                    scope.<String>channel().name("questions").rendezvous();
            Channel<String> answers = scope.<String>channel().name("answers").rendezvous();
            ScopedProcess<?> asker = scope.spawn("asker", () -> {
                answers.receive();
                questions.send("why?");
            });
            ScopedProcess<?> answerer = scope.spawn("answerer", () -> {
                questions.receive();
                answers.send("because");
            });
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining(
                            "deadlock in scope cycle: all its processes wait, and no thread is left that could wake one")
                    .withMessageContaining("join scope cycle, since ")
                    .withMessageContaining("process asker: receive from answers, since ")
                    .withMessageContaining("process answerer: receive from questions, since ")
                    .withMessageContaining("at " + DeadlockTest.class.getName() + ".lambda$shouldReportACycleOfTwo")
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty())
                    .satisfies(thrown -> assertThat(thrown.snapshot().processes())
                            .extracting(ProcessSnapshot::channels)
                            .containsExactly(List.of("answers"), List.of("questions")));
            assertThat(asker.state()).isEqualTo(ProcessState.CANCELLED);
            assertThat(answerer.state()).isEqualTo(ProcessState.CANCELLED);
            assertThat(questions.isClosed()).isTrue();
        }
    }

    @Test
    void shouldReportAForgottenChannel() {
        try (ProcessScope scope = open("forgotten")) {
            Channel<Integer> full = scope.<Integer>channel().name("full").buffered(2);
            scope.spawn("sender", () -> {
                for (int i = 0; i < 3; i++) {
                    full.send(i);
                }
            });
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process sender: send to full");
        }
    }

    @Test
    void shouldReportASelect() {
        try (ProcessScope scope = open("selecting")) {
            Channel<Integer> left = scope.<Integer>channel().name("left").rendezvous();
            Channel<Integer> right = scope.<Integer>channel().name("right").rendezvous();
            scope.spawn("chooser", () -> {
                Select.<Integer>fair()
                        .receive(left, element -> element)
                        .send(right, () -> 1, () -> 1)
                        .build()
                        .select();
            });
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process chooser: receive from left or send to right")
                    .satisfies(thrown -> assertThat(
                                    thrown.snapshot().processes().getFirst().channels())
                            .containsExactly("left", "right"));
        }
    }

    @Test
    void shouldReportTenThousandProcesses() {
        try (ProcessScope scope = open("crowd")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            for (int i = 0; i < MANY; i++) {
                scope.spawn(() -> channel.receive());
            }
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("and 9936 more")
                    .satisfies(
                            thrown -> assertThat(thrown.snapshot().processes()).hasSize(MANY));
        }
    }

    @Test
    void shouldTellTheOwnerThatWaitsForAChannel() {
        assertThatExceptionOfType(DeadlockException.class).isThrownBy(() -> {
            try (ProcessScope scope = open("owner")) {
                Channel<Integer> results =
                        scope.<Integer>channel().name("results").rendezvous();
                Channel<Integer> work = scope.<Integer>channel().name("work").rendezvous();
                scope.spawn("worker", () -> results.send(work.receive() + 1));
                assertThatExceptionOfType(ChannelFailedException.class)
                        .isThrownBy(results::receive)
                        .withCauseInstanceOf(DeadlockException.class)
                        .withMessageContaining("receive from results")
                        .withMessageContaining("process worker: receive from work");
                scope.join();
            }
        });
    }

    @Test
    void shouldThrowFromCloseWhatAChannelHasTold() {
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> {
                    try (ProcessScope scope = open("owner")) {
                        scope.<Integer>channel().rendezvous().receive();
                    }
                })
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).hasExactlyElementsOfTypes(DeadlockException.class));
    }

    @Test
    void shouldTellTheOwnerThatSelects() {
        try (ProcessScope scope = open("owner")) {
            Channel<Integer> results = scope.<Integer>channel().name("results").rendezvous();
            CompletableFuture<Throwable> cause = new CompletableFuture<>();
            assertThatExceptionOfType(DeadlockException.class).isThrownBy(() -> {
                try {
                    int ignored = Select.<Integer>inOrder()
                            .receive(results, element -> element)
                            .build()
                            .select();
                } catch (ChannelFailedException failed) {
                    cause.complete(failed.getCause());
                }
                scope.join();
            });
            assertThat(cause.join()).isInstanceOf(DeadlockException.class);
        }
    }

    @Test
    void shouldFailTheInnerScopeAloneThatSleepsForItself() throws InterruptedException {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> channel = scope.<Integer>channel().rendezvous();
            ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> channel.receive());
            scope.spawn("parent", () -> {
                try (ProcessScope inner = open("inner")) {
                    Channel<Integer> own = inner.<Integer>channel().rendezvous();
                    inner.spawn(() -> own.receive());
                    assertThatExceptionOfType(DeadlockException.class)
                            .isThrownBy(inner::join)
                            .withMessageContaining("scope inner");
                }
                channel.send(1);
            });
            scope.join();
            assertThat(receiver.result()).isEqualTo(1);
        }
    }

    @Test
    void shouldFailTheOuterScopeForWhoseChannelsTheInnerWaits() {
        try (ProcessScope scope = open("outer")) {
            Channel<Integer> channel = scope.<Integer>channel().name("outside").rendezvous();
            scope.spawn("parent", () -> {
                try (ProcessScope inner = open("inner")) {
                    inner.spawn("child", () -> channel.receive());
                    inner.join();
                }
            });
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process parent: join scope inner")
                    .withMessageContaining("scope inner, owner parent: join scope inner")
                    .withMessageContaining("process child: receive from outside")
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
        }
    }

    @Test
    void shouldLookAtAllScopesOfTheSameOwner() {
        try (ProcessScope outer = open("outer")) {
            Channel<Integer> channel = outer.<Integer>channel().rendezvous();
            assertThatExceptionOfType(ProcessFailedException.class)
                    .isThrownBy(() -> {
                        try (ProcessScope inner = open("inner")) {
                            inner.spawn("child", () -> channel.receive());
                            inner.join();
                        }
                    })
                    .withRootCauseInstanceOf(DeadlockException.class);
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(outer::join)
                    .withMessageContaining("scope outer");
        }
    }

    @Test
    void shouldReportWhenTheLastOutsideHopeIsGone() {
        try (ProcessScope scope = open("hope")) {
            Channel<Integer> outside = Channel.rendezvous();
            Channel<Integer> inside = scope.<Integer>channel().name("inside").rendezvous();
            scope.spawn("first", () -> inside.receive());
            scope.spawn("second", () -> {
                outside.receive();
                inside.receive();
            });
            scope.spawn("third", () -> outside.send(1));
            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .satisfies(thrown -> assertThat(thrown.snapshot().processes())
                            .extracting(ProcessSnapshot::name)
                            .containsExactly("first", "second"));
        }
    }

    @Test
    void shouldWatchOnceTheFirstChannelIsMade() {
        List<Channel<Integer>> made = new ArrayList<>();
        try (ProcessScope scope = open("late")) {
            scope.spawn(() -> {
                Await.until(
                        "the owner joins",
                        () -> scope.snapshot().owner().operation().startsWith("join"));
                Channel<Integer> channel = scope.<Integer>channel().rendezvous();
                made.add(channel);
                channel.receive();
            });
            assertThatExceptionOfType(DeadlockException.class).isThrownBy(scope::join);
        }
        assertThat(made).hasSize(1);
    }
}
