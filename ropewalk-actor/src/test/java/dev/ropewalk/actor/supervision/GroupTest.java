package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All for one: what is done to a child that failed is done to its siblings. */
@Timeout(60)
class GroupTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private ActorRef<Act> parent(Supervision supervision) {
        return stage.spawn(ActorOptions.defaults().name("parent").childSupervision(supervision.allForOne(true)));
    }

    @Test
    void shouldRestartAllChildren() {
        ActorRef<Act> parent = parent(Supervision.restart());
        ActorRef<Act> one = stage.spawn(parent, "one");
        stage.spawn(parent, "other");
        stage.fail(one, "bad");
        stage.diary.expectInAnyOrder("restart one for bad", "made one", "restart other for bad", "made other");
    }

    @Test
    void shouldStopAllChildren() {
        ActorRef<Act> parent = parent(Supervision.always(Directive.STOP));
        ActorRef<Act> one = stage.spawn(parent, "one");
        ActorRef<Act> other = stage.spawn(parent, "other");
        stage.fail(one, "bad");
        stage.diary.expectInAnyOrder("stopped one", "stopped other");
        stage.diary.expectTerminated(one);
        stage.diary.expectTerminated(other);
        stage.spawn(parent, "one");
    }

    @Test
    void shouldResumeOnlyTheOneThatFailed() {
        ActorRef<Act> parent = parent(Supervision.always(Directive.RESUME));
        ActorRef<Act> one = stage.spawn(parent, "one");
        stage.spawn(parent, "other");
        stage.fail(one, "bad");
        one.tell(stage.say("back"));
        stage.diary.expect("back");
    }

    @Test
    void shouldLetASiblingFinishItsMessage() {
        ActorRef<Act> parent = parent(Supervision.restart());
        ActorRef<Act> one = stage.spawn(parent, "one");
        ActorRef<Act> other = stage.spawn(parent, "other");
        Gate gate = stage.hold(other);
        other.tell(stage.say("waited"));
        stage.fail(one, "bad");
        stage.diary.expectInOrder("restart one for bad", "made one");
        stage.settleOrders(parent);
        gate.open();
        stage.diary.expectInOrder("restart other for bad", "made other", "waited");
    }

    @Test
    void shouldCountTheRestartsOfAllTogether() {
        ActorRef<Act> parent = parent(Supervision.restart().limit(1, HOUR));
        ActorRef<Act> one = stage.spawn(parent, "one");
        ActorRef<Act> other = stage.spawn(parent, "other");
        stage.fail(one, "bad");
        stage.diary.expectInAnyOrder("restart one for bad", "made one", "restart other for bad", "made other");
        stage.fail(other, "bad too");
        stage.diary.expectInAnyOrder("stopped one", "stopped other");
    }

    @Test
    void shouldDecideAboutAChildThatStopsMeanwhile() {
        ActorRef<Act> parent = parent(Supervision.restart());
        for (int i = 0; i < 2000; i++) {
            ActorRef<Act> child = stage.spawn(parent, "child");
            stage.fail(child, "bad");
            stage.system.stop(child);
            stage.diary.expectTerminated(child);
            stage.skipTo("stopped child");
            parent.tell(stage.say("still here"));
            stage.diary.expect("still here");
        }
    }

    @Test
    void shouldRestartOnceIfSeveralFailAtATime() {
        ActorRef<Act> parent = parent(Supervision.restart().limit(1, HOUR));
        ActorRef<Act> one = stage.spawn(parent, "one");
        ActorRef<Act> other = stage.spawn(parent, "other");
        Gate gate = stage.hold(parent);
        stage.failAndTell(one, "bad");
        stage.failAndTell(other, "bad too");
        gate.open();
        stage.diary.expectInAnyOrder("restart one for bad", "made one", "restart other for bad", "made other");
        stage.settleOrders(parent);
        one.tell(stage.say("one lives"));
        stage.diary.expect("one lives");
        other.tell(stage.say("other lives"));
        stage.diary.expect("other lives");
    }

    @Test
    void shouldNotCoverAFailureAfterTheRestartOfAll() {
        ActorRef<Act> parent = parent(Supervision.restart());
        ActorRef<Act> one = stage.spawn(parent, "one");
        for (int i = 0; i < 3; i++) {
            stage.fail(one, "bad " + i);
            stage.diary.expectInOrder("restart one for bad " + i, "made one");
        }
        ActorRef<Act> late = stage.spawn(parent, "late");
        stage.fail(late, "bad");
        stage.diary.expectInAnyOrder("restart one for bad", "made one", "restart late for bad", "made late");
    }

    @Test
    void shouldNotMixTheRestartsOfTheChildrenWithTheParentsOwn() {
        ActorRef<Act> grandparent = stage.spawn(ActorOptions.defaults()
                .name("grandparent")
                .childSupervision(Supervision.restart().limit(1, HOUR)));
        ActorRef<Act> parent = stage.spawn(
                grandparent,
                ActorOptions.defaults()
                        .name("parent")
                        .childSupervision(Supervision.restart().limit(1, HOUR).allForOne(true)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.fail(child, "bad");
        stage.diary.expectInOrder("restart child for bad", "made child");
        stage.fail(parent, "bad");
        stage.diary.expectInOrder("restart parent for bad", "stopped child", "made parent");
    }

    @Test
    void shouldRestartTheWholeTopOfASystem() {
        stage.close();
        try (var top =
                new Stage(options -> options.supervision(Supervision.restart().allForOne(true)))) {
            ActorRef<Act> one = top.spawn("one");
            top.spawn("other");
            top.fail(one, "bad");
            top.diary.expectInAnyOrder("restart one for bad", "made one", "restart other for bad", "made other");
            assertThat(top.system.snapshot().children()).hasSize(3);
        }
    }
}
