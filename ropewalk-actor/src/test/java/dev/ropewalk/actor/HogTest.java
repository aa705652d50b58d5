package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors that never have enough leave room for others. */
@Timeout(60)
class HogTest {
    private static final int WORKERS = 2;

    private final Scheduler scheduler = Scheduler.builder().workers(WORKERS).build();
    private final ActorTestKit kit = ActorTestKit.builder("hogs")
            .scheduler(scheduler)
            .deadline(Duration.ofSeconds(20))
            .build();
    private final List<ActorRef<?>> hogs = new ArrayList<>();

    @AfterEach
    void close() {
        hogs.forEach(kit::stop);
        kit.close();
        scheduler.close();
    }

    private void serve(int questions) {
        ActorRef<ActorRef<Integer>> served = kit.system().spawn(context -> replyTo -> replyTo.tell(1));
        for (int i = 0; i < questions; i++) {
            assertThat(kit.<ActorRef<Integer>, Integer>ask(served, replyTo -> replyTo))
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldServeOthersBesideThoseWhoTellThemselves() {
        var turns = new AtomicLong();
        for (int i = 0; i < 4 * WORKERS; i++) {
            ActorRef<Integer> hog = kit.system().spawn(context -> message -> {
                turns.incrementAndGet();
                context.self().tell(message);
            });
            hog.tell(i);
            hogs.add(hog);
        }
        kit.await("the hogs are at it", () -> turns.get() > 1000);
        serve(20);
    }

    @Test
    void shouldServeOthersBesideThoseWhoNeverYield() {
        var begun = new CountDownLatch(WORKERS - 1);
        var end = new CountDownLatch(1);
        for (int i = 0; i < WORKERS - 1; i++) {
            ActorRef<Integer> hog = kit.system().spawn(context -> message -> {
                begun.countDown();
                while (end.getCount() > 0) {
                    Thread.onSpinWait();
                }
            });
            hog.tell(i);
            hogs.add(hog);
        }
        kit.await("the hogs are at it", () -> begun.getCount() == 0);
        serve(20);
        end.countDown();
    }

    @Test
    void shouldServeAnActorPinnedBesideAHog() {
        var turns = new AtomicLong();
        List<ActorRef<ActorRef<Integer>>> pinned = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            ActorRef<Integer> hog = kit.system()
                    .spawn(ActorOptions.defaults().placement(Placement.PINNED), context -> message -> {
                        turns.incrementAndGet();
                        context.self().tell(message);
                    });
            hog.tell(i);
            hogs.add(hog);
            pinned.add(kit.system()
                    .spawn(ActorOptions.defaults().placement(Placement.PINNED), context -> replyTo -> replyTo.tell(1)));
        }
        kit.await("the hogs are at it", () -> turns.get() > 1000);
        for (ActorRef<ActorRef<Integer>> actor : pinned) {
            for (int i = 0; i < 20; i++) {
                assertThat(kit.<ActorRef<Integer>, Integer>ask(actor, replyTo -> replyTo))
                        .isEqualTo(1);
            }
        }
    }
}
