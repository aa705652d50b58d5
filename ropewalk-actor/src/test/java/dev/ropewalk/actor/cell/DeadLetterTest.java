package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.DeadLetter.Reason;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.testkit.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which messages become dead letters, and which don't. */
@Timeout(60)
class DeadLetterTest {
    private static final Duration A_MOMENT = Duration.ofMillis(20);

    private final Stage stage = new Stage();
    private final ActorRef<Act> actor = stage.spawn("actor");
    private final Probe<DeadLetter> letters = stage.kit.deadLetters();

    @AfterEach
    void close() {
        stage.close();
    }

    private List<Act> tell(int count) {
        List<Act> acts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Act act = stage.say("number " + i);
            acts.add(act);
            actor.tell(act);
        }
        return acts;
    }

    private void expect(List<Act> messages, Reason reason) {
        for (Act message : messages) {
            letters.expect(new DeadLetter(message, actor, reason));
        }
        letters.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldBeWhatWaitsWhenTheActorStops() {
        Gate gate = stage.hold(actor);
        List<Act> acts = tell(3);
        stage.system.stop(actor);
        gate.open();
        expect(acts, Reason.STOPPED);
    }

    @Test
    void shouldBeWhatIsSentToAStoppedActorButNotWhatIsOnlyTried() {
        stage.kit.stop(actor);
        assertThat(actor.tryTell(stage.say("tried"))).isFalse();
        assertThat(actor.tell(stage.say("tried"), A_MOMENT)).isFalse();
        expect(tell(2), Reason.STOPPED);
    }

    @Test
    void shouldBeWhatAFailedActorHeldWhenItIsStopped() {
        ActorRef<Act> parent = stage.spawn(ActorOptions.defaults()
                .name("parent")
                .childSupervision(Supervision.restart().backoff(Duration.ofHours(1), Duration.ofHours(1), 0)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.fail(child, "bad");
        stage.diary.expect("restart child for bad");
        Act act = stage.say("held");
        child.tell(act);
        stage.kit.await(
                "the message is held",
                () -> ((BehaviourState<?>) Internals.cellOf(stage.system, child).cold()).held.count() == 1);
        stage.system.stop(child);
        letters.expect(new DeadLetter(act, child, Reason.STOPPED));
    }

    @Test
    void shouldNotBeTheMessageOnWhichAnActorFails() {
        stage.fail(actor, "bad");
        stage.diary.expectInOrder("restart actor for bad", "made actor");
        letters.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldBeAStashThatIsDropped() {
        Act first = stage.say("first");
        Act second = stage.say("second");
        actor.tell(context -> {
            context.stash().add(first);
            context.stash().add(second);
            context.stash().clear();
        });
        expect(List.of(first, second), Reason.UNSTASHED);
    }

    @Test
    void shouldBeTheStashOfAnActorThatStops() {
        Act act = stage.say("stashed");
        actor.tell(context -> {
            context.stash().add(act);
            context.stop();
        });
        expect(List.of(act), Reason.STOPPED);
    }

    @Test
    void shouldBeWhatIsPutBackInTheLastMoment() {
        Act act = stage.say("stashed");
        actor.tell(context -> {
            context.stash().add(act);
            context.stash().unstashAll();
            context.stop();
        });
        expect(List.of(act), Reason.STOPPED);
    }

    @Test
    void shouldBeTheQuestionItselfThatIsNotAnswered() {
        stage.kit.stop(actor);
        Act act = stage.say("question");
        CompletableFuture<String> answer = actor.ask(replyTo -> act, Duration.ofMinutes(1));
        assertThatThrownBy(() -> stage.kit.await(answer)).hasCauseInstanceOf(ActorStoppedException.class);
        expect(List.of(act), Reason.STOPPED);
    }

    @Test
    void shouldNotBeTicksAndNotices() {
        ActorRef<Act> other = stage.spawn("other");
        var gate = new Gate();
        actor.tell(context -> {
            context.watch(other, stage.say("notice"));
            context.timers().startSingle("key", stage.say("tick"), Duration.ZERO);
            gate.in(context);
        });
        stage.kit.await(
                "all waits",
                () -> gate.isEntered() && Internals.cellOf(stage.system, actor).waiting() >= 1);
        stage.kit.stop(other);
        stage.kit.await("both wait", () -> Internals.cellOf(stage.system, actor).waiting() >= 2);
        stage.system.stop(actor);
        gate.open();
        stage.diary.expectTerminated(actor);
        letters.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldReachOthersThoughTheMailboxOfASubscriberThrows() {
        Mailbox<Object> broken = Mailbox.unbounded().urgent(letter -> {
            throw new IllegalStateException("broken");
        });
        ActorRef<DeadLetter> subscriber =
                stage.system.spawn(ActorOptions.defaults().name("broken").mailbox(broken), context -> letter -> {});
        stage.system.events().subscribe(DeadLetter.class, subscriber);
        Probe<DeadLetter> later = stage.kit.deadLetters();
        Gate gate = stage.hold(actor);
        List<Act> acts = tell(2);
        stage.system.stop(actor);
        gate.open();
        expect(acts, Reason.STOPPED);
        assertThat(later.receive(2)).hasSize(2);
        assertThat(stage.log.messages("/test/broken could not take")).hasSize(2);
        stage.diary.expectTerminated(actor);
    }

    @Test
    void shouldBeWhatIsSentWhenTheSystemIsClosed() {
        ActorSystem closed = ActorSystem.builder("closed")
                .scheduler(stage.system.scheduler())
                .build();
        ActorRef<String> gone = closed.spawn("gone", context -> message -> {});
        closed.close();
        gone.tell("late");
        stage.kit.await("it is logged", () -> stage.log.messages("/closed/gone").size() == 1);
    }
}
