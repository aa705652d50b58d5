package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors that are told of others' ends. */
@Timeout(60)
class WatchTest {
    private static final Duration A_MOMENT = Duration.ofMillis(20);

    private final Stage stage = new Stage();
    private final ActorRef<Act> watcher = stage.spawn("watcher");
    private final ActorRef<Act> target = stage.spawn("target");

    @AfterEach
    void close() {
        stage.close();
    }

    private void watch() {
        watcher.tell(context -> context.watch(target));
        stage.settle(watcher);
        stage.settleOrders(target);
    }

    @Test
    void shouldBeToldOnce() {
        watch();
        watch();
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldBeToldAfterAllMessagesOfTheTarget() {
        watch();
        target.tell(context -> {
            for (int i = 0; i < 100; i++) {
                watcher.tell(stage.say("message " + i));
            }
            context.stop();
        });
        for (int i = 0; i < 100; i++) {
            stage.diary.expectMatching(
                    "a message", entry -> entry.startsWith("message") || entry.equals("stopped target"));
        }
        stage.diary.expectMatching("a message or the end", entry -> !entry.startsWith("watcher"));
        stage.diary.expect("watcher saw the end of target");
    }

    @Test
    void shouldBeToldOfAnEndBeforeTheWatch() {
        stage.kit.stop(target);
        stage.diary.expect("stopped target");
        watcher.tell(context -> context.watch(target));
        stage.diary.expect("watcher saw the end of target");
        watcher.tell(context -> context.watch(target));
        stage.diary.expect("watcher saw the end of target");
    }

    @Test
    void shouldBeToldByTheMessageOfItsChoice() {
        watcher.tell(context -> context.watch(target, stage.say("as I wished")));
        stage.settle(watcher);
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "as I wished");
    }

    @Test
    void shouldTakeTheWordsOfTheLastWatch() {
        watcher.tell(context -> {
            context.watch(target);
            context.watch(target, stage.say("first"));
            context.watch(target, stage.say("second"));
        });
        stage.settle(watcher);
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "second");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldNotBeToldAfterUnwatch() {
        watch();
        watcher.tell(context -> context.unwatch(target));
        stage.settle(watcher);
        stage.kit.stop(target);
        stage.diary.expect("stopped target");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldDropANoticeThatWaitsInTheMailbox() {
        watch();
        Gate gate = stage.hold(watcher);
        watcher.tell(context -> context.unwatch(target));
        stage.kit.stop(target);
        stage.diary.expect("stopped target");
        gate.open();
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldWatchAgainAfterUnwatch() {
        watch();
        Gate gate = stage.hold(watcher);
        watcher.tell(context -> {
            context.unwatch(target);
            context.watch(target);
        });
        stage.kit.stop(target);
        gate.open();
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldNotBeToldOfARestart() {
        watch();
        stage.fail(target, "bad");
        stage.diary.expectInOrder("restart target for bad", "made target");
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
    }

    @Test
    void shouldWatchOnAfterItsOwnRestart() {
        watch();
        stage.fail(watcher, "bad");
        stage.diary.expectInOrder("restart watcher for bad", "made watcher");
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
    }

    @Test
    void shouldNotTellAFreshBehaviourOfItsPredecessorsChildren() {
        ActorRef<Act> child = stage.spawn(watcher, "child");
        watcher.tell(context -> context.watch(child));
        stage.fail(watcher, "bad");
        stage.diary.expectInOrder("restart watcher for bad", "stopped child", "made watcher");
        stage.diary.expectNothingFor(A_MOMENT);
    }

    @Test
    void shouldBeToldWhileItHasAnotherBehaviour() {
        watcher.tell(context -> {
            context.watch(target);
            context.become(act -> {});
        });
        stage.kit.await("the watch", () -> Watches.watchersOf(Internals.cellOf(stage.system, target)) > 0);
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
    }

    @Test
    void shouldEndThoughTheyWatchEachOther() {
        watch();
        target.tell(context -> context.watch(watcher));
        stage.settle(target);
        stage.system.stop(target);
        stage.system.stop(watcher);
        stage.diary.expectTerminated(target);
        stage.diary.expectTerminated(watcher);
    }

    @Test
    void shouldLeaveNothingAtTheTargetWhenTheWatcherStops() {
        watch();
        assertThat(Watches.watchersOf(Internals.cellOf(stage.system, target))).isOne();
        stage.kit.stop(watcher);
        stage.kit.await("the target forgets", () -> Watches.watchersOf(Internals.cellOf(stage.system, target)) == 0);
    }

    @Test
    void shouldRefuseActorsOfAnotherSystem() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<Object> stranger = other.spawn("stranger", context -> message -> {});

            assertThatThrownBy(() -> stage.system.stop(stranger))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("/other/stranger")
                    .hasMessageContaining("test");
            assertThatThrownBy(() -> stage.diary.expectTerminated(stranger))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldCompleteFuturesOfAnEnd() {
        var before = stage.system.whenStopped(target);
        assertThat(before).isNotDone();
        stage.kit.stop(target);
        stage.kit.await(before);
        assertThat(stage.system.whenStopped(target)).isDone();
    }
}
