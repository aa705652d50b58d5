package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.mailbox.Tracked;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages whose senders hear when they were handled. */
@Timeout(60)
class TrackedTest {
    private final ActorSystem system = ActorSystem.create("tracks");
    private final Queue<String> diary = new ConcurrentLinkedQueue<>();
    private final Queue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();

    /** What an actor is told to do. */
    private interface Act {
        void in(ActorContext<Act> context) throws Exception;
    }

    @AfterEach
    void close() {
        system.close(Duration.ofSeconds(10));
    }

    private ActorRef<Act> spawn(ActorOptions<Object> options) {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn(_ -> deadLetters::add));
        return system.<Act>spawn(options, context -> new Actor<>() {
            @Override
            public void receive(Act act) throws Exception {
                act.in(context);
            }

            @Override
            public void postStop() {
                diary.add("stopped");
            }
        });
    }

    private ActorRef<Act> spawn() {
        return spawn(ActorOptions.defaults());
    }

    private void tell(ActorRef<Act> actor, String name, Act act) {
        tell(actor, name, true, act);
    }

    private void tell(ActorRef<Act> actor, String name, boolean isTaken, Act act) {
        ((LocalRef<Act>) actor).tellTrackedAsync(new Tracked(act) {
            @Override
            public boolean take() {
                return isTaken;
            }

            @Override
            public void handled(@Nullable Throwable failure) {
                diary.add(name + (failure == null ? " handled" : " failed"));
            }

            @Override
            public void dropped(Throwable why) {
                diary.add(name + " dropped");
            }
        });
    }

    private void awaitDiary(String... lines) {
        Await.until("the diary is written: " + List.of(lines), () -> diary.size() >= lines.length);
        assertThat(diary).containsExactly(lines);
    }

    @Test
    void shouldBeHandledWhenTheCodeHasReturned() {
        tell(spawn(), "first", context -> diary.add("in the code"));
        awaitDiary("in the code", "first handled");
    }

    @Test
    void shouldBePassedOver() {
        ActorRef<Act> actor = spawn();
        tell(actor, "first", false, context -> diary.add("in the code"));
        tell(actor, "second", context -> {});
        awaitDiary("second handled");
    }

    @Test
    void shouldFailWithTheCode() {
        tell(spawn(), "first", context -> {
            throw new IllegalStateException("on purpose");
        });
        awaitDiary("first failed");
    }

    @Test
    void shouldBeHandledWhenThePauseIsOver() {
        ActorRef<Act> actor = spawn();
        var first = new CompletableFuture<Void>();
        var second = new CompletableFuture<Void>();
        tell(actor, "first", context -> {
            diary.add("pauses");
            context.pauseUntil(first, (nothing, failure) -> {
                diary.add("pauses again");
                context.pauseUntil(second, (nothing2, failure2) -> diary.add("goes on"));
            });
        });
        tell(actor, "second", context -> {});
        awaitDiary("pauses");
        first.complete(null);
        awaitDiary("pauses", "pauses again");
        second.complete(null);
        awaitDiary("pauses", "pauses again", "goes on", "first handled", "second handled");
    }

    @Test
    void shouldFailWithWhatFollowsThePause() {
        tell(
                spawn(),
                "first",
                context -> context.pauseUntil(CompletableFuture.completedFuture(null), (nothing, failure) -> {
                    throw new IllegalStateException("on purpose");
                }));
        awaitDiary("first failed");
    }

    @Test
    void shouldBeDroppedIfTheActorStopsInThePause() {
        ActorRef<Act> actor = spawn();
        tell(actor, "first", context -> {
            context.pauseUntil(new CompletableFuture<Void>(), (nothing, failure) -> {});
            diary.add("pauses");
        });
        tell(actor, "second", context -> {});
        awaitDiary("pauses");
        system.stop(actor);
        awaitDiary("pauses", "stopped", "first dropped", "second dropped");
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldNotBeHandledInTheStash() {
        ActorRef<Act> actor = spawn();
        var isReady = new boolean[1];
        tell(actor, "first", new Act() {
            @Override
            public void in(ActorContext<Act> context) {
                if (!isReady[0]) {
                    context.stash().add(this);
                }
            }
        });
        tell(actor, "second", context -> {
            isReady[0] = true;
            context.stash().unstashAll();
        });
        awaitDiary("second handled", "first handled");
    }

    @Test
    void shouldBeDroppedInTheStashOfAnActorThatStops() {
        ActorRef<Act> actor = spawn();
        tell(actor, "first", new Act() {
            @Override
            public void in(ActorContext<Act> context) {
                context.stash().add(this);
                context.stop();
            }
        });
        awaitDiary("stopped", "first dropped");
    }

    @Test
    void shouldBeHandledAndADeadLetterIfThrownOutOfTheStash() {
        ActorRef<Act> actor = spawn();
        tell(actor, "first", new Act() {
            @Override
            public void in(ActorContext<Act> context) {
                context.stash().add(this);
            }
        });
        tell(actor, "second", context -> context.stash().clear());
        awaitDiary("first failed", "second handled");
        Await.until("it is a dead letter", () -> deadLetters.size() == 1);
    }

    @Test
    void shouldBeDroppedByAFullMailboxWhateverThatDoes() {
        for (OverflowPolicy policy : List.of(
                OverflowPolicy.DROP_NEWEST,
                OverflowPolicy.DROP_OLDEST,
                OverflowPolicy.DEAD_LETTER,
                OverflowPolicy.FAIL)) {
            diary.clear();
            ActorRef<Act> actor = spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(1, policy)));
            var goOn = new CompletableFuture<Void>();
            tell(actor, "first", context -> {
                diary.add("waits");
                goOn.join();
            });
            awaitDiary("waits");
            tell(actor, "second", context -> {});
            tell(actor, "third", context -> {});
            boolean isOldest = policy == OverflowPolicy.DROP_OLDEST;
            awaitDiary("waits", (isOldest ? "second" : "third") + " dropped");
            goOn.complete(null);
            awaitDiary(
                    "waits",
                    (isOldest ? "second" : "third") + " dropped",
                    "first handled",
                    (isOldest ? "third" : "second") + " handled");
        }
    }

    @Test
    void shouldBeDroppedByAnActorThatHasStopped() {
        ActorRef<Act> actor = spawn();
        system.stop(actor);
        awaitDiary("stopped");
        Await.until("it has stopped", () -> ((Cell<Act>) actor).isStopped());
        tell(actor, "first", context -> {});
        awaitDiary("stopped", "first dropped");
    }
}
