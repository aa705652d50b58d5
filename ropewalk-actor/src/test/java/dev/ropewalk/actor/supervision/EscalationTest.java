package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures that the parent can't decide about. */
@Timeout(60)
class EscalationTest {
    private static final Supervision ESCALATE = Supervision.always(Directive.ESCALATE);

    private Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void shouldMakeTheParentFail() {
        ActorRef<Act> parent =
                stage.spawn(ActorOptions.defaults().name("parent").childSupervision(ESCALATE));
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart parent for bad", "stopped child", "made parent");
        stage.diary.expectTerminated(child);
    }

    @Test
    void shouldGoUpTwoLevels() {
        ActorRef<Act> top = stage.spawn(ActorOptions.defaults().name("top").childSupervision(ESCALATE));
        ActorRef<Act> middle =
                stage.spawn(top, ActorOptions.defaults().name("middle").childSupervision(ESCALATE));
        ActorRef<Act> leaf = stage.spawn(middle, "leaf");
        stage.fail(leaf, "bad");
        stage.diary.expectInOrder("restart top for bad", "stopped leaf", "stopped middle", "made top");
    }

    @Test
    void shouldResumeAllThatFailedOnTheWayUp() {
        ActorRef<Act> grandparent = stage.spawn(
                ActorOptions.defaults().name("grandparent").childSupervision(Supervision.always(Directive.RESUME)));
        ActorRef<Act> parent =
                stage.spawn(grandparent, ActorOptions.defaults().name("parent").childSupervision(ESCALATE));
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.fail(child, "bad");
        child.tell(stage.say("child is back"));
        stage.diary.expect("child is back");
        parent.tell(stage.say("parent is back"));
        stage.diary.expect("parent is back");
    }

    @Test
    void shouldResumeAllChildrenWhoseFailuresMadeTheParentFail() {
        ActorRef<Act> grandparent = stage.spawn(
                ActorOptions.defaults().name("grandparent").childSupervision(Supervision.always(Directive.RESUME)));
        ActorRef<Act> parent =
                stage.spawn(grandparent, ActorOptions.defaults().name("parent").childSupervision(ESCALATE));
        ActorRef<Act> one = stage.spawn(parent, "one");
        ActorRef<Act> other = stage.spawn(parent, "other");
        Gate gate = stage.hold(grandparent);
        stage.failAndTell(one, "bad");
        stage.failAndTell(other, "bad");
        stage.settleOrders(parent);
        gate.open();
        one.tell(stage.say("one is back"));
        stage.diary.expect("one is back");
        other.tell(stage.say("other is back"));
        stage.diary.expect("other is back");
    }

    @Test
    void shouldStopWhatIsEscalatedAtTheTop() {
        stage.close();
        stage = new Stage(options -> options.supervision(ESCALATE));
        ActorRef<Act> top = stage.spawn("top");
        stage.fail(top, "bad");
        stage.diary.expect("stopped top");
        stage.diary.expectTerminated(top);
        assertThat(stage.log.messages("no parent is left")).hasSize(1);
    }

    @Test
    void shouldStopInsteadOfFailingIfTheParentStopsMeanwhile() {
        ActorRef<Act> parent =
                stage.spawn(ActorOptions.defaults().name("parent").childSupervision(ESCALATE));
        ActorRef<Act> child = stage.spawn(parent, "child");
        Gate gate = stage.hold(parent);
        stage.system.stop(parent);
        stage.failAndTell(child, "bad");
        gate.open();
        stage.diary.expectInOrder("stopped child", "stopped parent");
    }
}
