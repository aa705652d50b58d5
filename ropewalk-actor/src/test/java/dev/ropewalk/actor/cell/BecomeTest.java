package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Behaviours that take one another's place. */
@Timeout(60)
class BecomeTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    /** A door: what it says to a message depends on whether it is open. */
    private ActorRef<String> door() {
        return stage.system.spawn("door", context -> new Actor<>() {
            @Override
            public void receive(String message) {
                stage.diary.ref().tell("closed: " + message);
                if (message.equals("open")) {
                    context.becomeStacked(this::opened);
                }
            }

            private void opened(String message) {
                stage.diary.ref().tell("open: " + message);
                if (message.equals("close")) {
                    context.unbecome();
                } else if (message.equals("open")) {
                    context.becomeStacked(this::opened);
                }
            }
        });
    }

    @Test
    void shouldHandleTheNextMessageWithTheOtherBehaviour() {
        ActorRef<Act> actor = stage.spawn("actor");
        actor.tell(context -> {
            context.become(act -> stage.diary.ref().tell("other"));
            stage.diary.ref().tell("same message");
        });
        actor.tell(stage.say("never"));
        stage.diary.expectInOrder("same message", "other");
    }

    @Test
    void shouldGoBackToTheBehaviourBelow() {
        ActorRef<String> door = door();
        for (String message : new String[] {"open", "open", "close", "close", "knock"}) {
            door.tell(message);
        }
        stage.diary.expectInOrder("closed: open", "open: open", "open: close", "open: close", "closed: knock");
    }

    @Test
    void shouldKeepWhatIsBelowWhenTheTopIsReplaced() {
        ActorRef<Act> actor = stage.spawn("actor");
        actor.tell(context -> {
            context.becomeStacked(act -> {});
            context.become(act -> {});
            context.unbecome();
        });
        actor.tell(stage.say("back"));
        stage.diary.expect("back");
    }

    @Test
    void shouldRefuseToGoBackFromTheFirst() {
        stage.check(
                stage.spawn("actor"),
                context -> assertThatThrownBy(context::unbecome)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("/test/actor"));
    }

    @Test
    void shouldRefuseInTheFactory() {
        assertThatThrownBy(() -> stage.system.spawn("actor", context -> {
                    context.become(message -> {});
                    return message -> {};
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/test/actor");
        assertThatThrownBy(() -> stage.system.spawn("actor", context -> {
                    context.becomeStacked(message -> {});
                    return message -> {};
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/test/actor");
    }

    @Test
    @SuppressWarnings("NullAway") // what a careless caller does
    void shouldLeaveTheBehavioursAloneWhenItRefusesOne() {
        stage.check(stage.spawn("actor"), context -> {
            assertThatThrownBy(() -> context.becomeStacked(null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(context::unbecome).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void shouldForgetAllAtARestart() {
        ActorRef<Act> actor = stage.spawn("actor");
        actor.tell(context -> {
            context.becomeStacked(act -> {});
            context.becomeStacked(act -> {});
            throw new IllegalStateException("bad");
        });
        stage.diary.expectInOrder("restart actor for bad", "made actor");
        stage.check(actor, context -> assertThatThrownBy(context::unbecome).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void shouldCallTheHooksOfTheBehaviourThatTheFactoryMade() {
        ActorRef<Act> actor = stage.spawn("actor");
        actor.tell(context -> context.become(act -> act.in(context)));
        stage.fail(actor, "bad");
        stage.diary.expectInOrder("restart actor for bad", "made actor");
        actor.tell(context -> context.becomeStacked(act -> act.in(context)));
        stage.settle(actor);
        stage.kit.stop(actor);
        stage.diary.expect("stopped actor");
    }

    @Test
    void shouldBecomeWhatHandlesStashedMessages() {
        ActorRef<Integer> actor = stage.system.spawn(context -> number -> {
            context.stash().add(number);
            if (context.stash().isFull() || number == 3) {
                context.stash().unstashAll();
                context.become(later -> stage.diary.ref().tell("number " + later));
            }
        });
        for (int i = 1; i <= 4; i++) {
            actor.tell(i);
        }
        stage.diary.expectInOrder("number 1", "number 2", "number 3", "number 4");
    }

    @Test
    void shouldNameTheLoggerAfterTheBehaviourOfTheFactory() {
        ActorRef<Act> actor = stage.spawn("actor");
        stage.check(actor, context -> {
            assertThat(context.logger().getName()).isEqualTo(Puppet.class.getName());
            context.become(act -> {});
            assertThat(context.logger().getName()).isEqualTo(Puppet.class.getName());
            context.become(act -> act.in(context));
        });
    }
}
