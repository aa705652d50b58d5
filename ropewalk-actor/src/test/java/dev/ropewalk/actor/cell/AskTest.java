package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions and answers. */
@Timeout(60)
class AskTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Stage stage = new Stage();
    private final ActorRef<Act> actor = stage.spawn("actor");

    @AfterEach
    void close() {
        stage.close();
    }

    private static Act answer(ActorRef<String> replyTo) {
        return context -> replyTo.tell("answer");
    }

    private static Act keepSilent(ActorRef<String> replyTo) {
        return context -> {};
    }

    @Test
    void shouldCompleteWithTheFirstAnswer() {
        CompletableFuture<String> answer = actor.ask(
                replyTo -> context -> {
                    replyTo.tell("first");
                    replyTo.tell("second");
                    stage.diary.ref().tell("taken: " + replyTo.tryTell("third"));
                },
                LONG);
        assertThat(stage.kit.await(answer)).isEqualTo("first");
        stage.diary.expect("taken: false");
    }

    @Test
    void shouldFailWhenTheTimeIsUp() {
        CompletableFuture<String> answer = actor.ask(AskTest::keepSilent, SHORT);
        assertThatThrownBy(() -> stage.kit.await(answer))
                .cause()
                .isInstanceOf(AskTimeoutException.class)
                .hasMessageContaining("/test/actor")
                .hasMessageContaining("PT0.005S");
    }

    @Test
    void shouldDropAnAnswerAfterTheTimeout() {
        Gate gate = stage.hold(actor);
        var taken = new CompletableFuture<Boolean>();
        CompletableFuture<String> answer =
                actor.ask(replyTo -> context -> taken.complete(replyTo.tryTell("late")), SHORT);
        assertThatThrownBy(() -> stage.kit.await(answer)).hasCauseInstanceOf(AskTimeoutException.class);
        gate.open();
        assertThat(stage.kit.await(taken)).isFalse();
    }

    @Test
    void shouldFailWithWhatTheActorThrows() {
        var thrown = new IOException("bad");
        CompletableFuture<String> answer = actor.ask(replyTo -> Puppet.fail(thrown), LONG);
        assertThatThrownBy(() -> stage.kit.await(answer)).cause().isSameAs(thrown);
        stage.diary.expectInOrder("restart actor for bad", "made actor");
    }

    /** A bounded mailbox may have the question wait for room, which takes of its time. */
    @ParameterizedTest
    @EnumSource(names = {"FAIL", "BLOCK"})
    void shouldNameTheTimeThatTheAskerHasGiven(OverflowPolicy policy) {
        ActorRef<Act> bounded =
                stage.spawn(ActorOptions.defaults().name("bounded").mailbox(Mailbox.bounded(7, policy)));
        CompletableFuture<String> answer = bounded.ask(AskTest::keepSilent, Duration.ofMillis(5));
        assertThatThrownBy(() -> stage.kit.await(answer))
                .cause()
                .isInstanceOf(AskTimeoutException.class)
                .hasMessage("/test/bounded gave no answer within PT0.005S");
    }

    @Test
    void shouldKeepAnAnswerThoughTheActorFailsAfterwards() {
        CompletableFuture<String> answer = actor.ask(
                replyTo -> context -> {
                    replyTo.tell("answer");
                    throw new IllegalStateException("bad");
                },
                LONG);
        assertThat(stage.kit.await(answer)).isEqualTo("answer");
    }

    @Test
    void shouldFailAtOnceIfTheActorHasStopped() {
        stage.kit.stop(actor);
        CompletableFuture<String> answer = actor.ask(AskTest::answer, LONG);
        assertThatThrownBy(() -> stage.kit.await(answer))
                .cause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("/test/actor");
    }

    @Test
    void shouldFailIfTheActorStopsBeforeItComesToTheQuestion() {
        Gate gate = stage.hold(actor);
        CompletableFuture<String> answer = actor.ask(AskTest::answer, LONG);
        stage.system.stop(actor);
        gate.open();
        assertThatThrownBy(() -> stage.kit.await(answer)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    /** A question that can't be shown. */
    private record Unspeakable(ActorRef<String> replyTo) implements Act {
        @Override
        public void in(ActorContext<Act> context) {
            replyTo.tell("answer");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void shouldFailThoughTheQuestionCanNotBeShown() {
        Gate gate = stage.hold(actor);
        CompletableFuture<String> before = actor.ask(Unspeakable::new, LONG);
        CompletableFuture<String> other = actor.ask(AskTest::answer, LONG);
        stage.system.stop(actor);
        gate.open();
        assertThatThrownBy(() -> stage.kit.await(before))
                .cause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("/test/actor won't answer a dev.ropewalk.actor.cell.AskTest$Unspeakable");
        assertThatThrownBy(() -> stage.kit.await(other)).hasCauseInstanceOf(ActorStoppedException.class);

        CompletableFuture<String> after = actor.ask(Unspeakable::new, LONG);
        assertThatThrownBy(() -> stage.kit.await(after))
                .cause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("$Unspeakable");
    }

    @Test
    void shouldFailIfTheActorIsStoppedForAnEarlierFailure() {
        ActorRef<Act> parent = stage.spawn(
                ActorOptions.defaults().name("parent").childSupervision(Supervision.always(Directive.STOP)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        Gate gate = stage.hold(child);
        stage.fail(child, "bad");
        CompletableFuture<String> answer = child.ask(AskTest::answer, LONG);
        gate.open();
        assertThatThrownBy(() -> stage.kit.await(answer)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldBeAnsweredAfterARestart() {
        Gate gate = stage.hold(actor);
        stage.fail(actor, "bad");
        CompletableFuture<String> answer = actor.ask(AskTest::answer, LONG);
        gate.open();
        assertThat(stage.kit.await(answer)).isEqualTo("answer");
    }

    @Test
    void shouldAnswerAQuestionToARefThatWaitsForAnAnswer() {
        CompletableFuture<ActorRef<String>> question = actor.ask(
                replyTo -> context -> {
                    CompletableFuture<String> inner = replyTo.ask(ref -> ref, LONG);
                    var ignored = inner.thenAccept(text -> stage.diary.ref().tell(text));
                },
                LONG);
        stage.kit.await(question).tell("back");
        stage.diary.expect("back");
    }

    @Test
    void shouldRefuseATimeoutThatIsNone() {
        assertThatThrownBy(() -> actor.ask(AskTest::answer, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
    }

    @Test
    void shouldPassOnWhatTheMakerOfTheMessageThrows() {
        assertThatThrownBy(() -> actor.<String>ask(
                        replyTo -> {
                            throw new IllegalStateException("no message");
                        },
                        LONG))
                .hasMessage("no message");
    }

    // Results of stages

    @Test
    void shouldSendItselfTheResultOfAStage() {
        actor.tell(context -> {
            context.pipeToSelf(
                    CompletableFuture.completedFuture("result"), (result, failure) -> stage.say("got " + result));
            context.pipeToSelf(
                    CompletableFuture.failedFuture(new IOException("bad")),
                    (result, failure) -> stage.say("got " + failure));
            context.pipeToSelf(
                    CompletableFuture.completedFuture(null), (result, failure) -> stage.say("got " + result));
        });
        stage.diary.expectInOrder("got result", "got java.io.IOException: bad", "got null");
    }

    @Test
    void shouldFailIfAResultCantBeMadeAMessage() {
        actor.tell(context -> context.pipeToSelf(CompletableFuture.completedFuture("result"), (result, failure) -> {
            throw new IllegalStateException("bad");
        }));
        stage.diary.expectInOrder("restart actor for bad", "made actor");
    }

    @Test
    void shouldMakeAMessageOfAResultInItsOwnCode() {
        var result = new CompletableFuture<String>();
        actor.tell(context -> context.pipeToSelf(
                result, (text, failure) -> stage.say(text + context.children().size())));
        result.complete("children: ");
        stage.diary.expect("children: 0");
    }

    @Test
    void shouldBringAnAnswerBackAsAMessage() {
        ActorRef<Act> other = stage.spawn("other");
        actor.tell(context ->
                context.<Act, String>ask(other, AskTest::answer, LONG, (text, failure) -> stage.say("got " + text)));
        stage.diary.expect("got answer");
        actor.tell(context -> context.<Act, String>ask(
                other,
                AskTest::keepSilent,
                SHORT,
                (text, failure) -> stage.say(
                        "got " + Objects.requireNonNull(failure).getClass().getSimpleName())));
        stage.diary.expect("got AskTimeoutException");
    }

    @Test
    void shouldAskFromInside() {
        ActorRef<Act> other = stage.spawn("other");
        actor.tell(context ->
                context.pipeToSelf(other.ask(AskTest::answer, LONG), (result, failure) -> stage.say("got " + result)));
        stage.diary.expect("got answer");
    }
}
