package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an actor may do while it is being made. */
@Timeout(60)
class ConstructorTest {
    private final Stage stage = new Stage();
    private final ActorRef<String> diary = stage.diary.ref();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void shouldHandleMessagesToItselfAfterwardsAndFirst() {
        ActorRef<String> actor = stage.system.spawn(context -> {
            context.self().tell("from the constructor");
            diary.tell("made");
            return diary::tell;
        });
        actor.tell("from outside");
        stage.diary.expectInOrder("made", "from the constructor", "from outside");
    }

    @Test
    void shouldHandleNothingBeforeItIsMade() throws Exception {
        var made = new AtomicBoolean();
        ActorRef<Integer> actor = stage.system.spawn(context -> {
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 100; i++) {
                    context.self().tell(i);
                }
            });
            sender.join();
            made.set(true);
            return number -> diary.tell(number + " " + made.get());
        });
        for (int i = 0; i < 100; i++) {
            stage.diary.expect(i + " true");
        }
        assertThat(Internals.cellOf(stage.system, actor).isStopped()).isFalse();
    }

    @Test
    void shouldHearFromChildrenAfterwards() {
        stage.system.<String>spawn(context -> {
            ActorRef<String> child = context.spawn("child", inner -> {
                context.self().tell("from the child's constructor");
                return message -> context.self().tell("from the child");
            });
            child.tell("go on");
            diary.tell("made");
            return diary::tell;
        });
        stage.diary.expectInOrder("made", "from the child's constructor", "from the child");
    }

    @Test
    void shouldSuperviseChildrenThatFailMeanwhile() {
        stage.system.spawn(context -> {
            ActorRef<Act> child = context.spawn("child", inner -> new Puppet(inner, diary));
            stage.failAndTell(child, "bad");
            diary.tell("made");
            return message -> {};
        });
        stage.diary.expectInOrder("made child", "made", "restart child for bad", "made child");
    }

    @Test
    void shouldWatchAndBeTold() {
        ActorRef<Act> gone = stage.spawn("gone");
        stage.kit.stop(gone);
        stage.diary.expect("stopped gone");
        stage.system.<String>spawn(context -> {
            context.watch(gone, "the end of gone");
            return diary::tell;
        });
        stage.diary.expect("the end of gone");
    }

    @Test
    void shouldStartTimers() {
        stage.system.<String>spawn(context -> {
            context.timers().startSingle("key", "tick", Duration.ZERO);
            return diary::tell;
        });
        stage.diary.expect("tick");
        ActorRef<String> idle = stage.system.spawn(context -> {
            context.timers().setReceiveTimeout(Duration.ofMillis(1), "idle");
            return diary::tell;
        });
        stage.diary.expect("idle");
        stage.kit.stop(idle);
    }

    @Test
    void shouldStopItself() {
        ActorRef<Act> actor = stage.system.spawn("actor", context -> {
            context.stop();
            return new Puppet(context, diary);
        });
        stage.diary.expectInOrder("made actor", "stopped actor");
        stage.diary.expectTerminated(actor);
    }

    @Test
    void shouldBeStoppedMeanwhile() {
        var self = new CompletableFuture<ActorRef<?>>();
        ActorRef<Act> actor = stage.system.spawn("actor", context -> {
            stage.system.stop(context.self());
            self.complete(context.self());
            context.<Act>spawn("child", inner -> new Puppet(inner, diary));
            return new Puppet(context, diary);
        });
        stage.diary.expectInOrder("made child", "made actor", "stopped child", "stopped actor");
        assertThat(self).isCompletedWithValue(actor);
    }

    @Test
    void shouldKnowItsPlace() {
        stage.system.spawn("actor", context -> {
            diary.tell(context.self().path());
            diary.tell(context.system().name());
            diary.tell(String.valueOf(context.scheduler().equals(stage.system.scheduler())));
            diary.tell(context.logger().getName());
            return message -> {};
        });
        stage.diary.expectInOrder("/test/actor", "test", "true", "dev.ropewalk.actor");
    }
}
