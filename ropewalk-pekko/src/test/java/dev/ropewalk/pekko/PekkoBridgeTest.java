package dev.ropewalk.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.Status;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PekkoBridgeTest {
    private static final Duration LONG = Await.DEADLINE;
    private static final Duration SHORT = Duration.ofMillis(20);

    private final ActorSystem ropewalk = ActorSystem.create("ours");
    private final org.apache.pekko.actor.ActorSystem pekko = PekkoSystems.start("theirs", "ropewalk.workers = 2");
    private final PekkoBridge bridge = PekkoBridge.between(ropewalk, pekko);

    private record Question(String text, ActorRef<String> replyTo) {}

    /** Answers its sender, the ref in a question, or nobody; notes all it gets. */
    private static final class Echo extends UntypedAbstractActor {
        private final List<Object> got;

        Echo(List<Object> got) {
            this.got = got;
        }

        @Override
        public void onReceive(Object message) {
            got.add(message);
            switch (message) {
                case Question(String text, ActorRef<String> replyTo) -> replyTo.tell(text + "!");
                case String text
                when text.equals("fail") ->
                    getSender().tell(new Status.Failure(new IllegalStateException("broken")), getSelf());
                case String text when text.equals("silence") -> got.add("nothing");
                case DeadLetter _ -> got.add("dead");
                default -> getSender().tell(message, getSelf());
            }
        }
    }

    private final List<Object> got = new CopyOnWriteArrayList<>();
    private final org.apache.pekko.actor.ActorRef echo = pekko.actorOf(Props.create(Echo.class, () -> new Echo(got)));

    @AfterEach
    void end() {
        ropewalk.close(Duration.ZERO);
        PekkoSystems.end(pekko);
    }

    private void stop(org.apache.pekko.actor.ActorRef actor) {
        assertThat(Patterns.gracefulStop(actor, LONG).toCompletableFuture()).succeedsWithin(LONG);
    }

    private CompletableFuture<Object> askPekko(org.apache.pekko.actor.ActorRef actor, Object message) {
        CompletionStage<Object> answer = Patterns.ask(actor, message, LONG);
        return answer.toCompletableFuture();
    }

    // From Ropewalk to Pekko

    @Test
    void shouldTellAnActorOfPekkoInOrder() {
        ActorRef<Integer> adapter = bridge.toPekko("echo", echo);

        IntStream.range(0, 1000).forEach(adapter::tell);

        Await.until("all are there", () -> got.size() == 1000);
        assertThat(got)
                .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
    }

    @Test
    void shouldAskAnActorOfPekkoThroughTheRefInAMessage() {
        ActorRef<Question> adapter = bridge.toPekko("echo", echo);

        CompletableFuture<String> answer = adapter.ask(replyTo -> new Question("tea", replyTo), LONG);

        assertThat(answer).succeedsWithin(LONG).isEqualTo("tea!");
    }

    @Test
    void shouldStopTheAdapterWhenTheActorOfPekkoStops() {
        ActorRef<Object> adapter = bridge.toPekko("echo", echo);

        echo.tell(PoisonPill.getInstance(), org.apache.pekko.actor.ActorRef.noSender());

        assertThat(ropewalk.whenStopped(adapter)).succeedsWithin(LONG);
        CompletableFuture<Object> answer = adapter.ask(replyTo -> "any", LONG);
        assertThat(answer).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldStopTheAdapterOfAnActorThatHasStoppedBefore() {
        stop(echo);

        assertThat(ropewalk.whenStopped(bridge.toPekko("echo", echo))).succeedsWithin(LONG);
    }

    @Test
    void shouldStopTheAdapterWhenPekkosSystemEnds() {
        ActorRef<Object> adapter = bridge.toPekko("echo", echo);

        PekkoSystems.end(pekko);

        assertThat(ropewalk.whenStopped(adapter)).succeedsWithin(LONG);
        assertThatThrownBy(() -> bridge.toPekko("late", echo)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldLeaveTheActorOfPekkoAloneWhenTheAdapterStops() {
        ActorRef<Object> adapter = bridge.toPekko("echo", echo);

        ropewalk.stop(adapter);

        assertThat(ropewalk.whenStopped(adapter)).succeedsWithin(LONG);
        assertThat(bridge.ask(echo, 7, Integer.class, LONG))
                .succeedsWithin(LONG)
                .isEqualTo(7);
    }

    // Asking Pekko

    @Test
    void shouldAskAnActorOfPekkoThatAnswersItsSender() {
        assertThat(bridge.ask(echo, 7, Integer.class, LONG))
                .succeedsWithin(LONG)
                .isEqualTo(7);
    }

    @Test
    void shouldFailWithTheFailureThatPekkoAnswers() {
        assertThat(bridge.ask(echo, "fail", String.class, LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("broken");
    }

    @Test
    void shouldFailWhenTheAnswerIsOfAnotherClass() {
        assertThat(bridge.ask(echo, 7, String.class, LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(ClassCastException.class)
                .withMessageContaining("is java.lang.Integer, not java.lang.String");
    }

    @Test
    void shouldFailWhenPekkoDoesNotAnswerInTime() {
        assertThat(bridge.ask(echo, "silence", String.class, SHORT))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(AskTimeoutException.class);
    }

    @Test
    void shouldFailAtOnceWhenTheActorOfPekkoIsKnownToHaveStopped() {
        stop(echo);

        assertThat(bridge.ask(echo, 7, Integer.class, Duration.ofDays(1)))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(AskTimeoutException.class)
                .withMessageContaining("terminated");
    }

    // From Pekko to Ropewalk

    @Test
    void shouldTellAnActorOfRopewalkInOrder() {
        List<Integer> told = new CopyOnWriteArrayList<>();
        ActorRef<Integer> ours = ropewalk.spawn(context -> told::add);
        var adapter = bridge.toRopewalk("ours", Integer.class, ours);

        IntStream.range(0, 1000).forEach(i -> adapter.tell(i, org.apache.pekko.actor.ActorRef.noSender()));

        Await.until("all are there", () -> told.size() == 1000);
        assertThat(told)
                .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
    }

    @Test
    void shouldPassOnlyMessagesOfItsClass() {
        List<Integer> told = new CopyOnWriteArrayList<>();
        ActorRef<Integer> ours = ropewalk.spawn(context -> told::add);
        var adapter = bridge.toRopewalk("ours", Integer.class, ours);

        adapter.tell("text", org.apache.pekko.actor.ActorRef.noSender());
        adapter.tell(7, org.apache.pekko.actor.ActorRef.noSender());

        Await.until("the number is there", () -> !told.isEmpty());
        assertThat(told).containsExactly(7);
    }

    /** While the actor can't go on, its full mailbox must hold up neither the adapter nor the worker that runs it. */
    @Test
    void shouldNotWaitForRoomInAMailbox() {
        var release = new CountDownLatch(1);
        List<Integer> told = new CopyOnWriteArrayList<>();
        ActorRef<Integer> ours = ropewalk.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)), context -> number -> {
                    context.scheduler().blocking(() -> {
                        release.await();
                        return told.add(number);
                    });
                });
        var adapter = bridge.toRopewalk("ours", Integer.class, ours);
        IntStream.range(0, 100).forEach(i -> adapter.tell(i, org.apache.pekko.actor.ActorRef.noSender()));

        assertThat(Patterns.gracefulStop(adapter, LONG).toCompletableFuture()).succeedsWithin(LONG);
        release.countDown();

        Await.until("all are there", () -> told.size() == 100);
        assertThat(told)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void shouldMakeWhatIsRefusedADeadLetterOfPekko() {
        List<Object> dead = new CopyOnWriteArrayList<>();
        pekko.getEventStream()
                .subscribe(pekko.actorOf(Props.create(Echo.class, () -> new Echo(dead))), DeadLetter.class);
        var release = new CountDownLatch(1);
        ActorRef<Integer> ours = ropewalk.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)),
                context -> number -> context.scheduler().blocking(() -> {
                    release.await();
                    return number;
                }));
        var adapter = bridge.toRopewalk("ours", Integer.class, ours);

        IntStream.range(0, 10).forEach(i -> adapter.tell(i, echo));

        Await.until(
                "one is refused",
                () -> dead.stream()
                        .anyMatch(letter -> letter instanceof DeadLetter refused
                                && refused.sender().equals(echo)
                                && refused.recipient().equals(adapter)));
        release.countDown();
    }

    @Test
    void shouldStopTheAdapterWhenTheActorOfRopewalkStops() {
        ActorRef<Integer> ours = ropewalk.spawn(context -> message -> {});
        var adapter = bridge.toRopewalk("ours", Integer.class, ours);
        var stopped = new CompletableFuture<Object>();
        pekko.actorOf(Props.create(Mourner.class, () -> new Mourner(adapter, stopped)));

        ropewalk.stop(ours);

        assertThat(stopped).succeedsWithin(LONG);
    }

    /** Watches an actor of Pekko. */
    private static final class Mourner extends UntypedAbstractActor {
        private final CompletableFuture<Object> stopped;

        Mourner(org.apache.pekko.actor.ActorRef watched, CompletableFuture<Object> stopped) {
            this.stopped = stopped;
            getContext().watch(watched);
        }

        @Override
        public void onReceive(Object message) {
            stopped.complete(message);
        }
    }

    // Asking Ropewalk

    private org.apache.pekko.actor.ActorRef asking(ActorRef<Question> target, Duration timeout) {
        return bridge.<String, Question, String>asking("asks", String.class, target, Question::new, timeout);
    }

    @Test
    void shouldAnswerTheSenderInPekko() {
        ActorRef<Question> ours =
                ropewalk.spawn(context -> question -> question.replyTo().tell(question.text() + "?"));

        assertThat(askPekko(asking(ours, LONG), "tea")).succeedsWithin(LONG).isEqualTo("tea?");
    }

    @Test
    void shouldTellTheSenderInPekkoWhatTheActorThrew() {
        ActorRef<Question> ours = ropewalk.spawn(context -> question -> {
            throw new IllegalStateException("broken");
        });

        assertThat(askPekko(asking(ours, LONG), "tea"))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class)
                .withMessageContaining("broken");
    }

    @Test
    void shouldTellTheSenderInPekkoThatTheTimeIsUp() {
        ActorRef<Question> ours = ropewalk.spawn(context -> question -> {});

        assertThat(askPekko(asking(ours, SHORT), "tea"))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(AskTimeoutException.class);
    }

    /** The first question stops the actor while the second one waits in its mailbox. */
    @Test
    void shouldTellTheSenderInPekkoThatTheActorHasStopped() {
        var begun = new CompletableFuture<Boolean>();
        var release = new CountDownLatch(1);
        ActorRef<Question> ours = ropewalk.spawn(context -> question -> {
            begun.complete(true);
            context.scheduler().blocking(() -> {
                release.await();
                return true;
            });
            context.stop();
        });
        var adapter = asking(ours, Duration.ofDays(1));
        adapter.tell("first", org.apache.pekko.actor.ActorRef.noSender());
        assertThat(begun).succeedsWithin(LONG);
        CompletableFuture<Object> second = askPekko(adapter, "second");
        Await.until("the second question waits", () -> ropewalk.stats().waiting() == 1);

        release.countDown();

        assertThat(second).failsWithin(LONG).withThrowableThat().withCauseInstanceOf(ActorStoppedException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void shouldRefuseATimeoutThatIsNotAboveZero(long nanos) {
        ActorRef<Question> ours = ropewalk.spawn(context -> question -> {});

        assertThatThrownBy(() -> asking(ours, Duration.ofNanos(nanos)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout must be above zero, not PT");
        assertThatThrownBy(() -> bridge.ask(echo, 7, Integer.class, Duration.ofNanos(nanos)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
