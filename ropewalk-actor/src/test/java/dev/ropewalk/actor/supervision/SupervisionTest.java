package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of an actor that fails. */
@Timeout(60)
class SupervisionTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private ActorRef<Act> childUnder(Supervision supervision) {
        ActorRef<Act> parent =
                stage.spawn(ActorOptions.defaults().name("parent").childSupervision(supervision));
        return stage.spawn(parent, "child");
    }

    @Test
    void shouldGoOnWithItsBehaviourIfResumed() {
        ActorRef<Act> child = childUnder(Supervision.always(Directive.RESUME));
        child.tell(context -> context.become(act -> {
            stage.diary.ref().tell("became");
            act.in(context);
        }));
        stage.fail(child, "bad");
        child.tell(stage.say("still here"));
        stage.diary.expectInOrder("became", "became", "still here");
    }

    @Test
    void shouldKeepStashAndTimersIfResumed() {
        ActorRef<Act> child = childUnder(Supervision.always(Directive.RESUME));
        child.tell(context -> {
            context.stash().add(stage.say("unstashed"));
            context.timers().startSingle("key", stage.say("tick"), Duration.ofMillis(5));
        });
        stage.fail(child, "bad");
        child.tell(context -> context.stash().unstashAll());
        stage.diary.expectInAnyOrder("unstashed", "tick");
    }

    @Test
    void shouldBeginAnewIfRestarted() {
        ActorRef<Act> child = childUnder(Supervision.restart());
        child.tell(context -> context.become(act -> {
            throw new IllegalStateException("bad");
        }));
        child.tell(stage.say("lost by the failure"));
        child.tell(stage.say("handled"));
        stage.diary.expectInOrder("restart child for bad", "made child", "handled");
    }

    @Test
    void shouldNotCallPostStopWhenRestarted() {
        ActorRef<Act> child = childUnder(Supervision.restart());
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart child for bad", "made child");
        stage.kit.stop(child);
        stage.diary.expect("stopped child");
    }

    @Test
    void shouldStopIfTold() {
        ActorRef<Act> child = childUnder(Supervision.always(Directive.STOP));
        stage.fail(child, "bad");
        stage.diary.expect("stopped child");
        stage.diary.expectTerminated(child);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESUME", "RESTART"})
    void shouldHandleWhatWaitsInOrderAfterwards(Directive directive) {
        ActorRef<Act> child = childUnder(Supervision.always(directive));
        Gate gate = stage.hold(child);
        stage.fail(child, "bad");
        child.tell(stage.say("first"));
        stage.fail(child, "bad again");
        child.tell(stage.say("second"));
        gate.open();
        if (directive == Directive.RESUME) {
            stage.diary.expectInOrder("first", "second");
        } else {
            stage.diary.expectInOrder("restart child for bad", "made child", "first");
            stage.diary.expectInOrder("restart child for bad again", "made child", "second");
        }
    }

    @Test
    void shouldStopChildrenBeforeTheFreshBehaviourIsMade() {
        ActorRef<Act> child = childUnder(Supervision.restart());
        stage.spawn(child, "grandchild");
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart child for bad", "stopped grandchild", "made child");
        assertThat(stage.childrenOf(child)).isEmpty();
        stage.spawn(child, "grandchild");
    }

    @Test
    void shouldLeaveSiblingsAlone() {
        ActorRef<Act> child = childUnder(Supervision.restart());
        ActorRef<Act> sibling = stage.spawn("sibling");
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart child for bad", "made child");
        sibling.tell(stage.say("same"));
        stage.diary.expect("same");
    }

    @Test
    void shouldAskTheRulesInTheirOrder() {
        Supervision supervision = Supervision.always(Directive.STOP)
                .on(IllegalArgumentException.class, Directive.RESUME)
                .on(RuntimeException.class, Directive.ESCALATE);

        assertThat(supervision.directiveFor(new NumberFormatException())).isEqualTo(Directive.RESUME);
        assertThat(supervision.directiveFor(new IllegalStateException())).isEqualTo(Directive.ESCALATE);
        assertThat(supervision.directiveFor(new StackOverflowError())).isEqualTo(Directive.STOP);
    }

    @Test
    void shouldRestartThoughPreRestartFails() {
        ActorRef<Act> actor = stage.system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Act act) throws Exception {
                act.in(context);
            }

            @Override
            public void preRestart(Throwable cause) {
                throw new IllegalStateException("in the hook");
            }
        });
        stage.fail(actor, "bad");
        stage.settle(actor);
        assertThat(stage.log.messages("preRestart of " + actor.path())).hasSize(1);
    }

    @Test
    void shouldStopThoughPostStopFails() {
        ActorRef<Act> actor = stage.system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Act act) {}

            @Override
            public void postStop() {
                throw new IllegalStateException("in the hook");
            }
        });
        stage.kit.stop(actor);
        assertThat(stage.log.messages("postStop of " + actor.path())).hasSize(1);
    }

    @Test
    void shouldStopIfItFailsInTheMessageInWhichItStopsItself() {
        ActorRef<Act> child = childUnder(Supervision.restart());
        child.tell(context -> {
            context.stop();
            throw new IllegalStateException("bad");
        });
        stage.diary.expect("stopped child");
        stage.diary.expectTerminated(child);
    }

    @Test
    void shouldTellTheEventStreamOfAFailure() {
        var failures = stage.kit.events(ActorFailure.class);
        ActorRef<Act> child = childUnder(Supervision.always(Directive.RESUME));
        var cause = new IllegalStateException("bad");
        child.tell(Puppet.fail(cause));
        failures.expect(new ActorFailure(child, cause, Directive.RESUME));
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        Supervision restart = Supervision.restart();
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> restart.limit(-1, second)).hasMessageContaining("-1");
        assertThatThrownBy(() -> restart.limit(1, Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> restart.backoff(Duration.ZERO, second, 0)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> restart.backoff(second, Duration.ofMillis(1), 0))
                .hasMessageContaining("PT0.001S");
        assertThatThrownBy(() -> restart.backoff(second, second, 1.5)).hasMessageContaining("1.5");
        assertThat(restart.backoff()).isEqualTo(new Supervision.Backoff(Duration.ZERO, Duration.ZERO, 0));
    }
}
