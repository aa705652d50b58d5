package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SystemStatsTest {
    private final ActorSystem system = ActorSystem.create("counting");

    @AfterEach
    void close() {
        system.close();
    }

    private ActorSnapshot only() {
        return system.snapshot().children().getFirst();
    }

    private void awaitProcessed(long count) {
        Await.until(count + " messages are processed", () -> system.stats().processed() == count);
    }

    @Test
    void shouldCountNothingAtFirst() {
        assertThat(system.stats()).isEqualTo(new ActorSystemStats(0, 0, 0, 0, 0, 0, 0, List.of()));
    }

    @Test
    void shouldCountWhatActorsAreGiven() {
        ActorRef<Integer> actor = system.spawn(context -> message -> {});
        for (int i = 0; i < 100; i++) {
            actor.tell(i);
        }
        awaitProcessed(100);
        assertThat(only().processed()).isEqualTo(100);
        assertThat(system.stats().actors()).isOne();
    }

    @Test
    void shouldCountWhatBlockingActorsReceive() {
        ActorRef<Integer> actor = system.spawnBlocking("reader", inbox -> {
            while (inbox.receive() < 9) {
                Thread.onSpinWait();
            }
            inbox.receive(message -> message < 0);
        });
        for (int i = 0; i < 12; i++) {
            actor.tell(i);
        }
        awaitProcessed(10);
        assertThat(only().processed()).isEqualTo(10);
        actor.tell(-1);
        awaitProcessed(11);
    }

    @Test
    void shouldCountEachMessageOnceWhichWasStashedOrHeld() {
        ActorRef<Integer> actor = system.spawn(context -> new Actor<>() {
            private boolean isReady;

            @Override
            public void receive(Integer message) {
                if (message == 0) {
                    isReady = true;
                    context.stash().unstashAll();
                } else if (!isReady) {
                    context.stash().add(message);
                }
            }
        });
        actor.tell(1);
        actor.tell(2);
        actor.tell(0);
        // Those two are given to the actor twice.
        awaitProcessed(5);
    }

    @Test
    void shouldCountFailuresAndRestarts() {
        ActorRef<String> actor = system.spawn(context -> message -> {
            throw new IllegalStateException(message);
        });
        for (int i = 0; i < 3; i++) {
            actor.tell("failure " + i);
        }
        Await.until("it is restarted", () -> system.stats().restarts() == 3);
        assertThat(system.stats().failures()).isEqualTo(3);
        assertThat(only().failures()).isEqualTo(3);
        assertThat(only().restarts()).isEqualTo(3);
        assertThat(system.tree()).contains("3 failures, 3 restarts");
    }

    @Test
    void shouldCountWhatFullMailboxesDrop() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var mayGoOn = new CountDownLatch(1);
        ActorOptions<Object> options = ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST));
        ActorRef<Integer> actor = system.spawn(options, context -> message -> {
            begun.countDown();
            mayGoOn.await();
        });
        actor.tell(0);
        begun.await();
        for (int i = 0; i < 5; i++) {
            actor.tell(i);
        }
        assertThat(system.stats().dropped()).isEqualTo(4);
        assertThat(system.stats().waiting()).isOne();
        mayGoOn.countDown();
    }

    @Test
    void shouldCountSoManyThatWaitForOneActor() throws InterruptedException {
        var begun = new CountDownLatch(2);
        var mayGoOn = new CountDownLatch(1);
        List<ActorRef<Integer>> actors = new ArrayList<>();
        actors.add(system.spawn(context -> message -> {
            begun.countDown();
            mayGoOn.await();
        }));
        actors.add(system.spawnBlocking(inbox -> {
            begun.countDown();
            mayGoOn.await();
        }));
        actors.getFirst().tell(0);
        begun.await();
        for (int i = 0; i <= SystemStats.MAX_COUNTED; i++) {
            int message = i;
            actors.forEach(actor -> actor.tell(message));
        }
        assertThat(system.stats().waiting()).isEqualTo(2 * SystemStats.MAX_COUNTED);
        assertThat(system.snapshot().children())
                .extracting(ActorSnapshot::waiting)
                .containsOnly(SystemStats.MAX_COUNTED + 1L);
        mayGoOn.countDown();
    }

    @Test
    void shouldCountDeadLettersAndForgetNoneOfTheStopped() {
        List<ActorRef<Integer>> actors = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            actors.add(system.spawn(context -> message -> {}));
        }
        actors.forEach(actor -> actor.tell(1));
        awaitProcessed(10);
        actors.forEach(system::stop);
        actors.forEach(actor -> system.whenStopped(actor).join());
        actors.forEach(actor -> actor.tell(2));
        Await.until("all are dead letters", () -> system.stats().deadLetters() == 10);
        assertThat(system.stats()).isEqualTo(new ActorSystemStats(0, 0, 10, 0, 0, 0, 10, List.of()));
    }

    @Test
    void shouldNeverFallWhileActorsComeAndGo() throws InterruptedException {
        var ended = new AtomicBoolean();
        var fell = new AtomicLong(-1);
        Thread looker = Thread.ofPlatform().start(() -> {
            long last = 0;
            while (!ended.get()) {
                long next = system.stats().processed();
                if (next < last) {
                    fell.set(next);
                }
                last = next;
            }
        });
        for (int i = 0; i < 2000; i++) {
            ActorRef<Integer> actor = system.spawn(context -> message -> context.stop());
            actor.tell(i);
            system.whenStopped(actor).join();
        }
        ended.set(true);
        looker.join(Duration.ofSeconds(30));
        assertThat(fell).hasValue(-1);
        assertThat(system.stats().processed()).isEqualTo(2000);
    }
}
