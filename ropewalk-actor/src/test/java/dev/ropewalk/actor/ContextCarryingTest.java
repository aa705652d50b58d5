package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.testkit.Probe;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contexts that go with messages, when a carrier is installed. */
@Timeout(60)
class ContextCarryingTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @AutoClose
    private final Stage stage = new Stage();

    @AutoClose
    private final Tags tags = new Tags();

    private final ActorRef<String> diary = stage.diary.ref();

    /** Writes each message and the context in which it came into the diary. */
    private ActorRef<Object> clerk(ActorOptions<Object> options) {
        return stage.system.spawn(options.name("clerk"), context -> message -> note(message));
    }

    private void note(Object message) {
        diary.tell(message + ": " + Tags.here());
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.actor.MailboxKind#all")
    void shouldBringTheSendersContextByEachFormOfSending(MailboxKind kind) {
        ActorRef<Object> clerk = clerk(ActorOptions.defaults().mailbox(kind.mailbox()));
        Tags.with("ann", () -> {
            clerk.tell("tell");
            stage.diary.expect("tell: ann in /test/clerk");
            assertThat(clerk.tryTell("try")).isTrue();
            stage.diary.expect("try: ann in /test/clerk");
            assertThat(clerk.tell("timed", LONG)).isTrue();
            stage.diary.expect("timed: ann in /test/clerk");
            clerk.tellAsync("async").join();
            stage.diary.expect("async: ann in /test/clerk");
            var _ = clerk.ask(_ -> "ask", LONG);
            stage.diary.expect("ask: ann in /test/clerk");
        });
        assertThat(tags.captured).contains("tell", "try", "timed", "async", "ask");
    }

    @Test
    void shouldLeaveNoContextBehind() {
        ActorRef<Object> clerk = clerk(ActorOptions.defaults());
        Tags.with("ann", () -> clerk.tell("first"));
        clerk.tell("second");
        stage.diary.expect("first: ann in /test/clerk");
        assertThat(stage.diary.receive()).startsWith("second: null in ");
    }

    @Test
    void shouldGoOnFromActorToActor() {
        ActorRef<Object> clerk = clerk(ActorOptions.defaults());
        ActorRef<Object> porter = stage.system.spawn("porter", context -> clerk::tell);
        Tags.with("ann", () -> porter.tell("parcel"));
        stage.diary.expect("parcel: ann in /test/clerk");
    }

    @Test
    void shouldShowUsersCodeTheMessageAlone() {
        Probe<DeadLetter> letters = stage.kit.deadLetters();
        Mailbox<Object> mailbox = Mailbox.<Object>priority(
                        Comparator.comparingInt(message -> ((String) message).length()))
                .urgent(message -> ((String) message).startsWith("!"));
        ActorRef<Object> clerk = clerk(ActorOptions.defaults().mailbox(mailbox));
        Tags.with("ann", () -> {
            clerk.tell("parcel");
            clerk.tell("!letter");
        });
        assertThat(List.of(stage.diary.receive(), stage.diary.receive()))
                .containsExactlyInAnyOrder("parcel: ann in /test/clerk", "!letter: ann in /test/clerk");
        stage.kit.stop(clerk);
        Tags.with("ann", () -> clerk.tell("late"));
        letters.expect(new DeadLetter("late", clerk, DeadLetter.Reason.STOPPED));
    }

    @Test
    void shouldKeepTheContextOfWhatIsStashed() {
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("open")) {
                context.stash().unstashAll();
                context.become(this::note);
            } else {
                context.stash().add(message);
            }
        });
        Tags.with("ann", () -> clerk.tell("first"));
        Tags.with("bob", () -> clerk.tell("second"));
        clerk.tell("third");
        Tags.with("eve", () -> clerk.tell("open"));
        stage.diary.expectInOrder(
                "first: ann in /test/clerk", "second: bob in /test/clerk", "third: null in /test/clerk");
    }

    @Test
    void shouldKeepTheContextOfEachWhenOneMessageIsStashedAgainAndAgain() {
        var count = new AtomicInteger();
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("open")) {
                context.become(this::note);
                context.stash().unstashAll();
            } else if (count.incrementAndGet() != 4) {
                context.stash().add(message);
                context.stash().add(message);
            }
        });
        Tags.with("ann", () -> clerk.tell("again"));
        clerk.tell("again");
        Tags.with("bob", () -> clerk.tell("again"));
        clerk.tell("again");
        Tags.with("eve", () -> clerk.tell("open"));
        for (String sender : List.of("ann", "null", "bob")) {
            stage.diary.expectInOrder("again: " + sender + " in /test/clerk", "again: " + sender + " in /test/clerk");
        }
    }

    @Test
    void shouldGiveNoContextToTheSameMessageThatWasStashedBefore() {
        var count = new AtomicInteger();
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("open")) {
                context.become(this::note);
                context.stash().unstashAll();
            } else if (count.incrementAndGet() == 1) {
                context.stash().add(message);
            }
        });
        clerk.tell("again");
        Tags.with("ann", () -> clerk.tell("again"));
        clerk.tell("open");
        stage.diary.expect("again: null in /test/clerk");
    }

    @Test
    void shouldAdaptInTheSendersContext() {
        CompletableFuture<ActorRef<Object>> adapter = new CompletableFuture<>();
        var _ = stage.system.<Object>spawn("clerk", context -> {
            adapter.complete(context.messageAdapter(message -> message + " adapted, " + Tags.here()));
            return this::note;
        });
        Tags.with("ann", () -> adapter.join().tell("parcel"));
        stage.diary.expect("parcel adapted, ann in /test/clerk: ann in /test/clerk");
        assertThat(tags.captured).contains("parcel");
    }

    @Test
    void shouldBringThePipedResultWithTheContextOfTheOneThatPiped() {
        var result = new CompletableFuture<String>();
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("begin")) {
                context.pipeToSelf(result, (text, failure) -> Objects.requireNonNull(text));
                diary.tell("begun");
            } else {
                note(message);
            }
        });
        Tags.with("ann", () -> clerk.tell("begin"));
        stage.diary.expect("begun");
        Tags.with("bob", () -> result.complete("done"));
        stage.diary.expect("done: ann in /test/clerk");
    }

    @Test
    void shouldBringASingleTimersMessageWithTheContextOfItsStart() {
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("begin")) {
                context.timers().startSingle("key", "single", Duration.ofMillis(1));
                context.timers().startAtFixedRate("other", "periodic", Duration.ofMillis(1), Duration.ofHours(1));
            } else {
                note(message);
            }
        });
        Tags.with("ann", () -> clerk.tell("begin"));
        assertThat(List.of(stage.diary.receive(), stage.diary.receive()))
                .containsExactlyInAnyOrder("single: ann in /test/clerk", "periodic: null in /test/clerk");
    }

    @Test
    void shouldKeepTheContextOfATimersMessageThatIsStashed() {
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            switch ((String) message) {
                case "begin" -> context.timers().startSingle("key", "single", Duration.ofMillis(1));
                case "open" -> {
                    context.become(this::note);
                    context.stash().unstashAll();
                }
                default -> {
                    context.stash().add(message);
                    context.self().tell("open");
                }
            }
        });
        Tags.with("ann", () -> clerk.tell("begin"));
        stage.diary.expect("single: ann in /test/clerk");
    }

    @Test
    void shouldCaptureOnceForARouter() {
        Router<Object> router = stage.system.spawnRouter(
                ActorOptions.defaults().name("clerks"), Routing.roundRobin(), 1, context -> this::note);
        ActorRef<Object> routee = router.routees().getFirst();
        Tags.with("ann", () -> {
            router.tell("tell");
            stage.diary.expect("tell: ann in " + routee.path());
            assertThat(router.tryTell("try")).isTrue();
            stage.diary.expect("try: ann in " + routee.path());
            var _ = router.ask(_ -> "ask", LONG);
            stage.diary.expect("ask: ann in " + routee.path());
        });
        assertThat(tags.captured)
                .filteredOn(List.of("tell", "try", "ask")::contains)
                .containsExactly("tell", "try", "ask");
    }

    /** An actor by its proxy. */
    interface Clerk {
        void note(String text);

        CompletableFuture<String> look();
    }

    @Test
    void shouldBringTheCallersContextToAProxysTarget() {
        Clerk clerk = stage.system.proxy(ActorOptions.defaults().name("clerk"), Clerk.class, () -> new Clerk() {
            @Override
            public void note(String text) {
                ContextCarryingTest.this.note(text);
            }

            @Override
            public CompletableFuture<String> look() {
                return CompletableFuture.completedFuture(Tags.here());
            }
        });
        Tags.with("ann", () -> {
            clerk.note("call");
            stage.diary.expect("call: ann in /test/clerk");
            assertThat(clerk.look().join()).isEqualTo("ann in /test/clerk");
        });
    }

    @Test
    void shouldTellTheContextOfAFailure() {
        var failure = new IllegalStateException("on purpose");
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            if (message.equals("fail")) {
                throw failure;
            }
            note(message);
        });
        Tags.with("ann", () -> {
            clerk.tell("fail");
            CompletableFuture<Object> answer = clerk.ask(_ -> "fail", LONG);
            assertThatThrownBy(answer::join).hasCause(failure);
        });
        Tags.with("bob", () -> clerk.tell("next"));
        stage.diary.expect("next: bob in /test/clerk");
        assertThat(tags.failures).containsExactly(failure, failure);
    }

    @Test
    void shouldRunHooksAndSignalsInTheActorsOwnContext() {
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> {
            ActorRef<Object> child = context.spawn("child", _ -> _ -> {});
            context.watch(child);
            return new Actor<Object>() {
                @Override
                public void receive(Object message) {
                    context.stop(child);
                }

                @Override
                public void receiveSignal(Signal signal) {
                    note("signal");
                }

                @Override
                public void postStop() {
                    note("stop");
                }
            };
        });
        Tags.with("ann", () -> clerk.tell("end"));
        stage.diary.expect("signal: null in /test/clerk");
        stage.system.stop(clerk);
        stage.diary.expect("stop: null in /test/clerk");
    }

    @Test
    void shouldKeepAContextUntilABlockingActorAsksForTheNextMessage() {
        var received = new CountDownLatch(1);
        ActorRef<Object> clerk =
                stage.system.spawnBlocking(ActorOptions.defaults().name("clerk"), inbox -> {
                    note("begin");
                    note(inbox.receive());
                    received.countDown();
                    note(inbox.receive(message -> !message.equals("second")));
                    note(inbox.receive());
                    var _ = inbox.receive(Duration.ZERO);
                    note("empty");
                });
        stage.diary.expect("begin: null in /test/clerk");
        Tags.with("ann", () -> clerk.tell("first"));
        stage.diary.expect("first: ann in /test/clerk");
        Tags.with("bob", () -> clerk.tell("second"));
        Tags.with("eve", () -> clerk.tell("third"));
        stage.diary.expectInOrder(
                "third: eve in /test/clerk", "second: bob in /test/clerk", "empty: null in /test/clerk");
    }

    @Test
    void shouldBringTheFailureOfABlockingActorToItsMessagesContext() {
        var failure = new IllegalStateException("on purpose");
        ActorRef<Object> clerk =
                stage.system.spawnBlocking(ActorOptions.defaults().name("clerk"), inbox -> {
                    var _ = inbox.receive();
                    throw failure;
                });
        Tags.with("ann", () -> {
            CompletableFuture<Object> answer = clerk.ask(_ -> "question", LONG);
            assertThatThrownBy(answer::join).hasCause(failure);
        });
        assertThat(tags.failures).containsExactly(failure);
    }

    @Test
    void shouldCarryNothingWithoutACarrier() {
        tags.close();
        ActorRef<Object> clerk = clerk(ActorOptions.defaults());
        Tags.with("ann", () -> clerk.tell("parcel"));
        stage.diary.expect("parcel: null in null");
        assertThat(tags.captured).isEmpty();
    }
}
