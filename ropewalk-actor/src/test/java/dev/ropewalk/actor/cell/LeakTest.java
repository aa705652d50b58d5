package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.supervision.Watches;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.testing.CapturedLog;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors that have come and gone leave nothing behind. */
@Timeout(120)
class LeakTest {
    private static final int ACTORS = 100_000;
    private static final int BATCH = 1000;
    private static final Duration HOUR = Duration.ofHours(1);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final ActorTestKit kit =
            ActorTestKit.builder("leak").deadline(Duration.ofSeconds(30)).build();
    private final ActorSystem system = kit.system();
    private final List<WeakReference<ActorRef<?>>> gone = new ArrayList<>();

    @AfterEach
    void close() {
        kit.close();
        log.close();
    }

    /** Has actors come and go, some at a time, and checks that none is held by anything. */
    private void comeAndGo(int count, IntFunction<ActorRef<?>> spawn) {
        for (int from = 0; from < count; from += BATCH) {
            List<ActorRef<?>> batch = new ArrayList<>();
            for (int i = from; i < from + BATCH; i++) {
                batch.add(spawn.apply(i));
            }
            for (ActorRef<?> actor : batch) {
                system.stop(actor);
            }
            for (ActorRef<?> actor : batch) {
                kit.await(system.whenStopped(actor));
            }
            batch.forEach(actor -> gone.add(new WeakReference<>(actor)));
        }
        assertThat(system.snapshot().children()).allMatch(actor -> actor.path().contains("keeper"));
        kit.await("all are collected", () -> {
            System.gc();
            return gone.stream().allMatch(reference -> reference.get() == null);
        });
    }

    @Test
    void shouldLeaveNothingOfActorsThatOnlyLived() {
        comeAndGo(ACTORS, i -> {
            ActorRef<Integer> actor = system.spawn(context -> message -> {});
            actor.tell(i);
            return actor;
        });
    }

    @Test
    void shouldLeaveNothingOfNamesAndChildren() {
        comeAndGo(ACTORS / 5, i -> {
            ActorRef<Integer> actor = system.spawn("actor " + i, context -> {
                context.spawn("child", inner -> message -> {});
                return message -> context.spawn(inner -> other -> {});
            });
            actor.tell(i);
            return actor;
        });
    }

    @Test
    void shouldLeaveNothingOfTimers() {
        comeAndGo(
                ACTORS / 5,
                i -> system.<Integer>spawn(context -> {
                    context.timers().startSingle("single", i, HOUR);
                    context.timers().startAtFixedRate("rate", i, HOUR, HOUR);
                    context.timers().setReceiveTimeout(HOUR, i);
                    return message -> {};
                }));
    }

    @Test
    void shouldLeaveNothingOfWatches() {
        ActorRef<ActorRef<?>> keeper = system.spawn("keeper", context -> actor -> context.watch(actor));
        comeAndGo(ACTORS / 5, i -> {
            ActorRef<Object> actor = system.spawn(context -> {
                context.watch(keeper);
                return message -> {};
            });
            keeper.tell(actor);
            return actor;
        });
        kit.await("the keeper forgets", () -> {
            Cell<?> cell = Internals.cellOf(system, keeper);
            return Watches.watchersOf(cell) == 0 && Watches.watchedBy(cell) == 0;
        });
    }

    @Test
    void shouldLeaveNothingOfManyWatchersOfOne() {
        ActorRef<Object> keeper = system.spawn("keeper", context -> message -> {});
        List<ActorRef<?>> watchers = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            watchers.add(system.spawn(context -> {
                context.watch(keeper);
                return message -> {};
            }));
        }
        watchers.reversed().forEach(system::stop);
        watchers.forEach(watcher -> kit.await(system.whenStopped(watcher)));
        kit.await("the keeper forgets", () -> Watches.watchersOf(Internals.cellOf(system, keeper)) == 0);
    }

    @Test
    void shouldLeaveNothingOfFailures() {
        comeAndGo(ACTORS / 20, i -> {
            ActorRef<Integer> actor = system.spawn(context -> message -> {
                throw new IllegalStateException("bad");
            });
            actor.tell(i);
            return actor;
        });
    }

    @Test
    void shouldLeaveNothingOfQuestions() {
        ActorRef<ActorRef<Integer>> keeper = system.spawn("keeper", context -> replyTo -> replyTo.tell(1));
        List<WeakReference<Object>> answers = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            var answer = keeper.<Integer>ask(replyTo -> replyTo, HOUR);
            assertThat(kit.await(answer)).isEqualTo(1);
            if (i % BATCH == 0) {
                answers.add(new WeakReference<>(answer));
            }
        }
        kit.await("all questions are forgotten", () -> !CellInsides.hasPendingAsks(system));
        kit.await("all that were looked at are collected", () -> {
            System.gc();
            return answers.stream().allMatch(reference -> reference.get() == null);
        });
    }
}
