package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An actor that pauses handles nothing until its stage has completed. */
@Timeout(60)
class PauseTest {
    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    @AutoClose
    private final ActorSystem system = ActorSystem.create("pauses");

    private final ConcurrentLinkedQueue<Object> handled = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<String> stage = new CompletableFuture<>();

    private ActorSnapshot.State stateOf(ActorRef<?> actor) {
        return system.details(actor.path()).orElseThrow().state();
    }

    private void awaitHandled(Object... expected) {
        Await.until("all are handled", () -> List.copyOf(handled).equals(List.of(expected)));
    }

    /** Notes each message, and pauses where it is a stage. */
    private ActorRef<Object> pausing() {
        return system.spawn(context -> message -> {
            handled.add(message);
            if (message instanceof CompletableFuture<?> next) {
                context.pauseUntil(next, (result, failure) -> handled.add(failure == null ? result : failure));
                handled.add("goes on");
            }
        });
    }

    @Test
    void shouldHandleNothingBeforeTheStageOfItsMakingHasCompleted() {
        ActorRef<String> actor = system.spawn(context -> {
            context.pauseUntil(stage, (result, failure) -> handled.add(result));
            return handled::add;
        });
        actor.tell("a");
        actor.tell("b");
        Await.until("it pauses", () -> stateOf(actor) == ActorSnapshot.State.PAUSED);
        assertThat(handled).isEmpty();

        stage.complete("loaded");

        awaitHandled("loaded", "a", "b");
    }

    @Test
    void shouldEndTheCurrentMessageFirst() {
        ActorRef<Object> actor = pausing();
        actor.tell(stage);
        actor.tell("after");
        awaitHandled(stage, "goes on");
        Await.until("it pauses", () -> stateOf(actor) == ActorSnapshot.State.PAUSED);

        var failure = new IllegalStateException("on purpose");
        stage.completeExceptionally(failure);

        awaitHandled(stage, "goes on", failure, "after");
        Await.until("it is idle", () -> stateOf(actor) == ActorSnapshot.State.IDLE);
    }

    @Test
    void shouldNotPauseForAStageThatHasCompleted() {
        ActorRef<Object> actor = pausing();
        stage.complete("early");
        actor.tell(stage);
        actor.tell("after");
        awaitHandled(stage, "goes on", "early", "after");
    }

    @Test
    void shouldWaitForAllStages() {
        var other = new CompletableFuture<String>();
        ActorRef<String> actor = system.spawn(context -> {
            context.pauseUntil(stage, (result, failure) -> handled.add(result));
            context.pauseUntil(other, (result, failure) -> handled.add(result));
            return handled::add;
        });
        actor.tell("after");
        stage.complete("first");
        Await.until("the first is there", () -> handled.size() == 1);
        assertThat(stateOf(actor)).isEqualTo(ActorSnapshot.State.PAUSED);
        other.complete("second");
        awaitHandled("first", "second", "after");
    }

    @Test
    void shouldPauseThroughARestart() {
        ActorRef<String> actor = system.spawn(context -> message -> {
            handled.add(message);
            if (message.equals("fail")) {
                context.pauseUntil(stage, (result, failure) -> handled.add("must not run"));
                throw new IllegalStateException("on purpose");
            }
        });
        actor.tell("fail");
        actor.tell("after");
        Await.until(
                "it is restarted",
                () -> system.details(actor.path()).orElseThrow().restarts() == 1);
        assertThat(handled).containsExactly("fail");
        stage.complete("late");
        awaitHandled("fail", "after");
    }

    @Test
    void shouldFailIfWhatGoesOnThrows() {
        ActorRef<String> actor = system.spawn(context -> message -> {
            handled.add(message);
            if (message.equals("pause")) {
                context.pauseUntil(stage, (result, failure) -> {
                    throw new IllegalStateException(result + " is refused");
                });
            }
        });
        actor.tell("pause");
        actor.tell("after");
        stage.complete("it");
        awaitHandled("pause", "after");
        ActorDetails details = system.details(actor.path()).orElseThrow();
        assertThat(details.restarts()).isEqualTo(1);
        assertThat(details.lastFailure().orElseThrow()).contains("it is refused");
    }

    @Test
    void shouldPauseAgain() {
        var other = new CompletableFuture<String>();
        ActorRef<String> actor = system.spawn(context -> {
            context.pauseUntil(stage, (first, failure) -> {
                handled.add(first);
                context.pauseUntil(other, (second, otherFailure) -> handled.add(second));
            });
            return handled::add;
        });
        actor.tell("after");
        stage.complete("first");
        Await.until("the first is there", () -> handled.size() == 1);
        other.complete("second");
        awaitHandled("first", "second", "after");
    }

    /** A stage that calls back at once, as often as is wanted, and then throws if that is wanted. */
    private static CompletionStage<String> foreign(int calls, boolean failing) {
        return new CompletableFuture<>() {
            @Override
            public <U> CompletableFuture<U> handle(BiFunction<? super String, Throwable, ? extends U> action) {
                for (int i = 0; i < calls; i++) {
                    var ignored = action.apply("result", null);
                }
                if (failing) {
                    throw new IllegalStateException("on purpose");
                }
                return new CompletableFuture<>();
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"2, false", "0, true", "1, true", "2, true"})
    void shouldPauseOnceWhateverAForeignStageDoes(int calls, boolean failing) {
        ActorRef<String> actor = system.spawn(context -> message -> {
            handled.add(message);
            if (message.equals("foreign")) {
                try {
                    context.pauseUntil(foreign(calls, failing), (result, failure) -> handled.add(result));
                } catch (IllegalStateException e) {
                    handled.add("thrown");
                }
            } else if (message.equals("pause")) {
                context.pauseUntil(stage, (result, failure) -> handled.add(result));
            }
        });
        stage.complete("own");
        actor.tell("foreign");
        actor.tell("pause");
        actor.tell("after");
        Await.until("it goes on", () -> handled.contains("after"));
        List<Object> expected = new ArrayList<>(List.of("foreign"));
        if (failing) {
            expected.add("thrown");
        }
        if (calls > 0) {
            expected.add("result");
        }
        expected.addAll(List.of("pause", "own", "after"));
        assertThat(handled).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldGoOnInABehaviourThatWasMadeByARestart() {
        ActorRef<String> actor = system.spawn(context -> {
            context.pauseUntil(stage, (result, failure) -> handled.add(result));
            return message -> {
                handled.add(message);
                if (message.equals("fail")) {
                    throw new IllegalStateException("on purpose");
                }
            };
        });
        actor.tell("fail");
        actor.tell("after");
        stage.complete("made");
        awaitHandled("made", "fail", "made", "after");
    }

    @Test
    void shouldStopWhileItPauses() throws Exception {
        ActorRef<Object> actor = pausing();
        actor.tell(stage);
        actor.tell("after");
        awaitHandled(stage, "goes on");
        system.stop(actor);
        system.whenStopped(actor).get(20, TimeUnit.SECONDS);
        stage.complete("late");
        assertThat(handled).containsExactly(stage, "goes on");
        Await.until(
                "it is logged", () -> log.messages("dead letter to /pauses/$1").size() == 1);
    }

    @Test
    void shouldStopGracefullyAfterThePause() throws Exception {
        ActorRef<Object> actor = pausing();
        actor.tell(stage);
        actor.tell("after");
        system.stopGracefully(actor);
        awaitHandled(stage, "goes on");
        stage.complete("now");
        system.whenStopped(actor).get(20, TimeUnit.SECONDS);
        assertThat(handled).containsExactly(stage, "goes on", "now", "after");
    }

    @Test
    void shouldKeepTheBoundOfTheMailboxMeanwhile() {
        ActorRef<String> actor =
                system.spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(2, OverflowPolicy.BLOCK)), context -> {
                    context.pauseUntil(stage, (result, failure) -> {});
                    return handled::add;
                });
        assertThat(List.of(actor.tryTell("a"), actor.tryTell("b"), actor.tryTell("c")))
                .containsExactly(true, true, false);
        stage.complete("now");
        awaitHandled("a", "b");
    }

    @Test
    void shouldBeForTheActorsOwnCodeOnly() {
        var leaked = new CompletableFuture<ActorContext<Object>>();
        system.spawn(context -> {
            leaked.complete(context);
            return handled::add;
        });
        assertThatThrownBy(() -> leaked.join().pauseUntil(stage, (result, failure) -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pauseUntil of the context of /pauses/$1");
    }

    @Test
    void shouldBeRefusedToBlockingActors() throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        system.spawnBlocking(inbox -> {
            try {
                inbox.context().pauseUntil(stage, (result, failure) -> {});
            } catch (UnsupportedOperationException e) {
                thrown.complete(e);
            }
        });
        assertThat(thrown.get(20, TimeUnit.SECONDS)).hasMessageContaining("/pauses/$1 is a blocking actor");
    }
}
