package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Senders whose stack overflows while they send. Each call goes to another actor, so that one of them gets the overflow. */
@Timeout(120)
class DeepSenderTest {
    private static final int ROUNDS = 40;
    private static final int RECIPIENTS = 200;
    private static final long SMALL_STACK = 256 * 1024;

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final ActorSystem system =
            ActorSystem.builder("deep").scheduler(scheduler).build();

    static List<Mailbox<Object>> mailboxes() {
        return List.of(
                Mailbox.bounded(1_000_000, OverflowPolicy.FAIL),
                Mailbox.bounded(1_000_000, OverflowPolicy.BLOCK),
                Mailbox.bounded(1_000_000, OverflowPolicy.DROP_OLDEST),
                Mailbox.unbounded().urgent("urgent"::equals),
                Mailbox.priority(Comparator.comparing(Object::toString)));
    }

    /** Does something deeper and deeper, with a frame that is a little larger in each round, until the stack overflows. */
    private static void overflow(List<? extends Runnable> steps) {
        for (int round = 0; round < ROUNDS; round++) {
            int begin = round;
            var thread = new Thread(null, () -> begin(steps, begin), "deep", SMALL_STACK);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void begin(List<? extends Runnable> steps, int round) {
        try {
            shift(steps, round);
        } catch (StackOverflowError expected) {
            // that is what this thread is for
        }
    }

    /** Moves the beginning of the recursion by a small frame for each round. */
    private static void shift(List<? extends Runnable> steps, int left) {
        if (left > 0) {
            shift(steps, left - 1);
        } else {
            descend(steps, 0);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static void descend(List<? extends Runnable> steps, int depth) {
        steps.get(depth % steps.size()).run();
        descend(steps, depth + 1);
    }

    private void shouldAllStillHandle(List<ActorRef<Object>> actors, AtomicInteger[] handled) {
        for (int i = 0; i < actors.size(); i++) {
            ActorRef<Object> actor = actors.get(i);
            AtomicInteger count = handled[i];
            Cell<?> cell = Internals.cellOf(system, actor);
            Await.until(actor + " comes to rest", () -> cell.isIdle() && cell.waiting() == 0);
            int before = count.get();
            actor.tell("after");
            Await.until(actor + " handles what comes after", () -> count.get() == before + 1);
        }
    }

    private AtomicInteger[] counters() {
        var counters = new AtomicInteger[RECIPIENTS];
        for (int i = 0; i < RECIPIENTS; i++) {
            counters[i] = new AtomicInteger();
        }
        return counters;
    }

    private static List<Runnable> steps(List<ActorRef<Object>> actors, Consumer<ActorRef<Object>> step) {
        List<Runnable> steps = new ArrayList<>();
        actors.forEach(actor -> steps.add(() -> step.accept(actor)));
        return steps;
    }

    @ParameterizedTest
    @MethodSource("mailboxes")
    void shouldNotBreakTheMailboxOfTheRecipient(Mailbox<Object> mailbox) {
        AtomicInteger[] handled = counters();
        List<ActorRef<Object>> actors = new ArrayList<>();
        for (AtomicInteger count : handled) {
            actors.add(system.spawn(
                    ActorOptions.defaults().mailbox(mailbox), context -> message -> count.incrementAndGet()));
        }
        overflow(steps(actors, actor -> actor.tell("message")));
        shouldAllStillHandle(actors, handled);
        system.close();
    }

    @Test
    void shouldNotBreakTheInboxOfABlockingRecipient() {
        AtomicInteger[] handled = counters();
        List<ActorRef<Object>> actors = new ArrayList<>();
        for (AtomicInteger count : handled) {
            actors.add(system.spawnBlocking(inbox -> {
                while (true) {
                    inbox.receive();
                    count.incrementAndGet();
                }
            }));
        }
        overflow(steps(actors, actor -> actor.tell("message")));
        shouldAllStillHandle(actors, handled);
        system.close();
    }

    /** A system message that is pushed without a wake-up would be carried out never, and so would all that come after it. */
    @Test
    void shouldNotKeepAnActorFromStopping() throws Exception {
        List<ActorRef<Object>> actors = new ArrayList<>();
        for (int i = 0; i < RECIPIENTS; i++) {
            actors.add(system.spawn(context -> message -> {}));
        }
        overflow(steps(
                actors,
                actor -> Internals.cellOf(system, actor)
                        .sendSystem(new SystemMessage.Resume()))); // means nothing to a working actor
        for (ActorRef<Object> actor : actors) {
            CompletableFuture<Void> stopped = system.whenStopped(actor);
            system.stop(actor);
            stopped.get(30, TimeUnit.SECONDS);
        }
        assertThat(system.snapshot().children()).isEmpty();
        system.close();
    }
}
