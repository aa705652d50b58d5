package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a blocking actor can do beside receiving. */
class BlockingContextTest extends BlockingActorTests {
    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void shouldReceiveMessagesOfTimers() throws Exception {
        system.<String>spawnBlocking(inbox -> {
            Timers<String> timers = inbox.context().timers();
            timers.startSingle("once", "single", SHORT);
            told.add(inbox.receive());
            told.add(timers.isActive("once"));
            timers.startAtFixedRate("often", "tick", SHORT, SHORT);
            for (int i = 0; i < 3; i++) {
                told.add(inbox.receive("tick"::equals));
            }
            timers.cancelAll();
            told.add(inbox.tryReceive());
        });
        assertThat(next()).isEqualTo("single");
        assertThat(next()).isEqualTo(false);
        for (int i = 0; i < 3; i++) {
            assertThat(next()).isEqualTo("tick");
        }
        assertThat(next()).isEqualTo(Optional.empty());
    }

    @Test
    void shouldNotReceiveFromATimerThatEndedWhileItsMessageWasPassedOver() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            Timers<String> timers = inbox.context().timers();
            timers.startSingle("ended", "ended", Duration.ZERO);
            timers.startSingle("kept", "kept", Duration.ZERO);
            awaitSize(inbox, 2);
            inbox.self().tell("go");
            inbox.receive("go"::equals);
            told.add(inbox.size());
            timers.cancel("ended");
            told.add(inbox.receive("not there"::equals, Duration.ZERO));
            told.add(inbox.size());
            told.add(inbox.receive());
            told.add(inbox.tryReceive());
        });
        assertThat(next()).isEqualTo(2);
        assertThat(next()).isEqualTo(Optional.empty());
        assertThat(next()).isEqualTo(1);
        assertThat(next()).isEqualTo("kept");
        assertThat(next()).isEqualTo(Optional.empty());
        get(system.whenStopped(actor));
    }

    private static void awaitSize(Inbox<?> inbox, int size) {
        Await.until("there are " + size + " messages", () -> inbox.size() == size);
    }

    @Test
    void shouldReceiveWhenNothingElseCame() throws Exception {
        system.<String>spawnBlocking(inbox -> {
            inbox.context().timers().setReceiveTimeout(SHORT, "nothing came");
            told.add(inbox.receive("nothing came"::equals));
            told.add(inbox.receive());
        });
        assertThat(next()).isEqualTo("nothing came");
        assertThat(next()).isEqualTo("nothing came");
    }

    @Test
    void shouldEndItsTimersWithARestart() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            Timers<String> timers = inbox.context().timers();
            told.add(timers.isActive("tick"));
            timers.startAtFixedRate("tick", "tick", SHORT, SHORT);
            inbox.receive("fail"::equals);
            throw new IllegalStateException("on demand");
        });
        actor.tell("fail");
        assertThat(next()).isEqualTo(false);
        assertThat(next()).isEqualTo(false);
    }

    @Test
    void shouldReceiveAMessageWhenAWatchedActorHasStopped() throws Exception {
        ActorRef<String> watched = system.spawnBlocking("watched", Inbox::receive);
        ActorRef<String> event = system.spawn("event", context -> message -> context.stop());
        ActorRef<String> watcher = system.spawnBlocking("watcher", inbox -> {
            inbox.context().watch(watched, "watched is gone");
            inbox.context().watch(event, "event is gone");
            told.add(inbox.receive(message -> message.startsWith("event")));
            told.add(inbox.receive());
            inbox.context().watch(watched, "was gone already");
            told.add(inbox.receive());
        });
        watched.tell("end");
        get(system.whenStopped(watched));
        event.tell("end");
        assertThat(next()).isEqualTo("event is gone");
        assertThat(next()).isEqualTo("watched is gone");
        assertThat(next()).isEqualTo("was gone already");
        get(system.whenStopped(watcher));
    }

    @Test
    void shouldDropANoticeThatIsNotWantedAnyMore() throws Exception {
        ActorRef<String> watched = system.spawnBlocking("watched", Inbox::receive);
        ActorRef<String> watcher = system.spawnBlocking("watcher", inbox -> {
            inbox.context().watch(watched, "gone");
            watched.tell("end");
            awaitSize(inbox, 1);
            inbox.context().unwatch(watched);
            told.add(inbox.tryReceive());
        });
        assertThat(next()).isEqualTo(Optional.empty());
        get(system.whenStopped(watcher));
    }

    @Test
    void shouldBeWatchedByAnEventActor() throws Exception {
        ActorRef<String> watched = system.spawnBlocking("watched", Inbox::receive);
        system.<String>spawn("watcher", context -> {
            context.watch(watched);
            return new Actor<>() {
                @Override
                public void receive(String message) {}

                @Override
                public void receiveSignal(Signal signal) {
                    told.add(signal);
                }
            };
        });
        watched.tell("end");
        assertThat(next()).isEqualTo(new Terminated(watched));
    }

    @Test
    void shouldRefuseWhatNeedsABehaviour() throws Exception {
        ActorRef<String> other = system.spawn("other", context -> message -> {});
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            ActorContext<String> context = inbox.context();
            assertRefused(() -> context.watch(other));
            assertRefused(context::stash);
            assertRefused(() -> context.become(message -> {}));
            assertRefused(() -> context.becomeStacked(message -> {}));
            assertRefused(context::unbecome);
            told.add("refused");
        });
        assertThat(next()).isEqualTo("refused");
        get(system.whenStopped(actor));
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldKnowWhereItStands() throws Exception {
        ActorRef<String> actor = system.spawnBlocking("parent", inbox -> {
            ActorContext<String> context = inbox.context();
            ActorRef<String> child = context.spawnBlocking("child", Inbox::receive);
            told.add(context.child("child").equals(Optional.of(child)));
            told.add(context.self().equals(inbox.self()));
            told.add(context.system().equals(system));
            told.add(context.scheduler());
            told.add(context.logger().getName());
            context.stop(child);
            Await.until("the child is gone", () -> context.children().isEmpty());
            told.add(Thread.currentThread().getName());
        });
        for (int i = 0; i < 3; i++) {
            assertThat(next()).isEqualTo(true);
        }
        assertThat(next()).isSameAs(scheduler);
        assertThat(next()).isEqualTo("dev.ropewalk.actor");
        assertThat(next()).isEqualTo("/test/parent");
        get(system.whenStopped(actor));
    }

    @Test
    void shouldReceiveTheResultOfAStage() throws Exception {
        var stage = new CompletableFuture<Integer>();
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            inbox.context().pipeToSelf(stage, (result, failure) -> "result " + result);
            told.add(inbox.receive());
        });
        awaitIdle(actor);
        stage.complete(42);
        assertThat(next()).isEqualTo("result 42");
    }
}
