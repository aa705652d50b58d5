package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.testing.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The end of a cluster. */
class ClusterCloseTest extends ClusterTests {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<Integer, Integer> BOXES = EntityType.of("box", Integer.class, Integer.class);

    private final AtomicLong handled = new AtomicLong();

    @Test
    void shouldBeListedUntilItIsClosed() {
        assertThat(Cluster.live()).containsValue(cluster);
        assertThat(cluster.snapshot())
                .isEqualTo(new ClusterSnapshot(cluster.self(), cluster.members(), true, cluster.stats()));
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        assertThat(Cluster.live()).doesNotContainValue(cluster);
        assertThat(cluster.members()).isEmpty();
    }

    @Test
    void shouldSayThatItWasClosed() throws Exception {
        CompletableFuture<Removal> removal = cluster.removal();
        CompletableFuture<ClusterCloseReport> closedInside = removal.thenApply(told -> cluster.close(LONG));
        assertThat(removal).isNotDone();
        ClusterCloseReport report = cluster.close(LONG);
        assertThat(get(removal)).isEqualTo(new Removal(Removal.Cause.CLOSED, "it was closed"));
        assertThat(get(removal).isPlanned()).isTrue();
        assertThat(get(closedInside)).isSameAs(report);
        system.close();
        assertThat(get(cluster.removal())).isEqualTo(get(removal));
    }

    @Test
    void shouldGiveAllTheSameFutureOfItsEndWhichNobodyCanComplete() throws Exception {
        CompletableFuture<Removal> removal = cluster.removal();
        for (int i = 0; i < 100; i++) {
            assertThat(cluster.removal()).isSameAs(removal);
        }
        CompletableFuture<String> cause = removal.thenApply(told -> told.cause().name());
        assertThat(removal.cancel(true)).isFalse();
        assertThat(removal.complete(new Removal(Removal.Cause.REMOVED, "by hand")))
                .isFalse();
        assertThat(removal.completeExceptionally(new IllegalStateException("by hand")))
                .isFalse();
        assertThat(removal.completeAsync(() -> new Removal(Removal.Cause.REMOVED, "by hand")))
                .succeedsWithin(LONG);
        assertThat(removal.completeOnTimeout(new Removal(Removal.Cause.REMOVED, "late"), 1, TimeUnit.MILLISECONDS))
                .succeedsWithin(LONG);
        assertThat(removal.orTimeout(1, TimeUnit.MILLISECONDS))
                .failsWithin(LONG)
                .withThrowableThat()
                .withCauseInstanceOf(TimeoutException.class);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> removal.obtrudeException(new IllegalStateException("by hand")));
        assertThat(cause.cancel(false)).as("what depends on it is the caller's").isTrue();
        assertThat(removal).isNotDone();
        cluster.close();
        assertThat(get(removal)).isEqualTo(new Removal(Removal.Cause.CLOSED, "it was closed"));
        assertThat(cluster.removal()).isCompleted();
    }

    @Test
    void shouldSayThatItsSystemWasClosed() throws Exception {
        CompletableFuture<Removal> removal = cluster.removal();
        assertThat(cluster.isReady()).isTrue();
        system.close();
        assertThat(cluster.isReady()).isFalse();
        assertThat(cluster.whenReady()).isCompletedExceptionally();
        assertThat(Cluster.live()).doesNotContainValue(cluster);
        var expected = new Removal(Removal.Cause.CLOSED, "its actor system was closed");
        assertThat(get(removal)).isEqualTo(expected);
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        assertThat(get(cluster.removal())).isEqualTo(expected);
        assertThat(get(Cluster.local(system).removal())).isEqualTo(expected);
    }

    @Test
    void shouldSayThatItsSystemWasClosedThoughAnEntityIsStuck() throws Exception {
        var let = new CountDownLatch(1);
        var entered = new CountDownLatch(1);
        cluster.host(BOXES, entity -> number -> {
            entered.countDown();
            let.await();
        });
        cluster.entity(BOXES, 1).tell(1);
        entered.await();
        assertThat(system.close(Duration.ZERO).stuck()).isNotEmpty();
        assertThat(get(cluster.removal()).isPlanned()).isTrue();
        let.countDown();
    }

    @Test
    void shouldFailWhoWaitsAtAChannelWhenItsSystemIsClosed() {
        RemoteChannel<String> empty = cluster.channel("empty", String.class, 1);
        RemoteChannel<String> full = cluster.channel("full", String.class, 1);
        CompletableFuture<String> early = CompletableFuture.supplyAsync(() -> receive(empty));
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> fill(full));
        system.close();
        CompletableFuture<String> late = CompletableFuture.supplyAsync(() -> receive(empty));
        for (CompletableFuture<String> each : List.of(early, late)) {
            assertThat(each)
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(ChannelFailedException.class)
                    .withCauseInstanceOf(RemoteFailureException.class);
        }
        assertThat(sending)
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ChannelFailedException.class);
    }

    private static String receive(RemoteChannel<String> channel) {
        try {
            return channel.receiver().receive();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fill(RemoteChannel<String> channel) {
        try {
            for (int i = 0; i < 10; i++) {
                channel.sender().send("" + i);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldMakeNoChannelWhenItsSystemIsClosed() {
        system.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.channel("boxes", Integer.class, 1))
                .withMessage("the local cluster of shop is closed: it can't make channel 'boxes'");
    }

    @Test
    void shouldHaveAllHandledFirst() {
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
        for (int i = 0; i < 10_000; i++) {
            boxes.entity(i % 100).tell(i);
        }
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        assertThat(handled).hasValue(10_000);
        assertThat(boxes.stats()).isEqualTo(new EntityStats(0, 100, 0, 0, 100, 0));
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldHandleOrMakeADeadLetterOfAllThatIsSentMeanwhile() throws Exception {
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
        var over = new AtomicBoolean();
        var sent = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; !over.get(); n++) {
                    boxes.entity(n % 10).tell(n);
                    sent.incrementAndGet();
                }
            }));
        }
        Await.until("they send", () -> sent.get() > 1000);
        assertThat(cluster.close(LONG).isComplete()).isTrue();
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("nothing is lost", () -> handled.get() + deadLetters.size() == sent.get());
        assertThat(boxes.stats().active()).isZero();
    }

    @Test
    void shouldTellWhatIsSentAfterwards() {
        cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
        EntityRef<Integer, Integer> box = cluster.entity(BOXES, 1);
        box.tell(1);
        cluster.close();
        box.tell(2);
        assertThat(box.tryTell(3)).isFalse();
        assertThat(box.tell(4, LONG)).isFalse();
        assertThat(box.tellAsync(5)).isCompleted();
        assertThat(box.ask(replyTo -> 6, LONG))
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ActorStoppedException.class);
        Await.until("they are dead letters", () -> deadLetters.size() == 3);
        assertThat(handled).hasValue(1);
    }

    @Test
    void shouldGiveUpWhenTheTimeIsUp() {
        var never = new CompletableFuture<String>();
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> {
            handled.incrementAndGet();
            entity.actor().pauseUntil(never, (nothing, failure) -> {});
        });
        boxes.entity(1).tell(1);
        boxes.entity(1).tell(2);
        Await.until("it pauses", () -> handled.get() == 1);
        ClusterCloseReport report = cluster.close(Duration.ofMillis(1));
        assertThat(report.isComplete()).isFalse();
        assertThat(report.unfinished()).isEqualTo(Map.of("box", 1));
        Await.until("it has stopped", () -> boxes.stats().active() == 0 && deadLetters.size() == 1);
    }

    @Test
    void shouldLetTheNextClusterOfTheSystemHostItsTypesAtOnce() {
        for (int round = 0; round < 200; round++) {
            try (Cluster next = Cluster.local(system)) {
                Entities<Integer, Integer> boxes = next.host(BOXES, entity -> number -> handled.incrementAndGet());
                for (int key = 0; key < 50; key++) {
                    boxes.entity(key).tell(round);
                }
                assertThat(next.close(LONG).isComplete()).isTrue();
            }
        }
        assertThat(handled).hasValue(200 * 50);
    }

    @Test
    void shouldTakeATimeBelowZeroForZeroAndCountWhatHasNotStopped() {
        var let = new CountDownLatch(1);
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> {
            entity.actor().spawnBlocking(inbox -> Uninterruptibly.await(let));
            return number -> handled.incrementAndGet();
        });
        boxes.entity(1).tell(1);
        Await.until("it is handled", () -> handled.get() == 1);
        assertThat(cluster.close(Duration.ofSeconds(-1)).unfinished()).isEqualTo(Map.of("box", 1));
        assertThat(deadLetters).isEmpty();
        let.countDown();
    }

    @Test
    void shouldHaveTheTimeOfItsPhaseInAShutdownAndSayWhatIsLeft() throws Exception {
        var entered = new CountDownLatch(1);
        var never = new CompletableFuture<String>();
        cluster.host(BOXES, entity -> number -> {
            entity.actor().pauseUntil(never, (nothing, failure) -> {});
            entered.countDown();
        });
        cluster.entity(BOXES, 1).tell(1);
        entered.await();
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
                .phase("cluster", Duration.ofMillis(100), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("cluster", "shop", cluster);
        assertThat(shutdown.run())
                .hasToString("ShutdownReport: 0 of 1 members closed well\n"
                        + "  cluster/shop: INCOMPLETE, ClusterCloseReport[unfinished={box=1}]");
    }

    @Test
    void shouldBeClosedOnce() throws Exception {
        var entered = new CountDownLatch(1);
        var let = new CompletableFuture<String>();
        cluster.host(BOXES, entity -> number -> {
            entity.actor().pauseUntil(let, (nothing, failure) -> {});
            entered.countDown();
        });
        cluster.entity(BOXES, 1).tell(1);
        entered.await();
        var first = CompletableFuture.supplyAsync(() -> cluster.close(LONG));
        var second = CompletableFuture.supplyAsync(() -> cluster.close(LONG));
        let.complete("now");
        assertThat(get(first)).isSameAs(get(second));
        assertThat(get(first).isComplete()).isTrue();
    }

    @Test
    void shouldHostNothingMore() {
        cluster.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.host(BOXES, entity -> number -> {}))
                .withMessage("the local cluster of shop is closed: it can't host 'box'");
    }

    @Test
    void shouldCloseWhatIsHostedMeanwhile() throws Exception {
        var entered = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Cluster slow = Cluster.local((ActorSystem) Proxy.newProxyInstance(
                ActorSystem.class.getClassLoader(), new Class<?>[] {ActorSystem.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("spawnGroup")) {
                        entered.countDown();
                        goOn.await();
                    }
                    return method.invoke(system, arguments);
                }));
        CompletableFuture<Entities<Integer, Integer>> hosted =
                CompletableFuture.supplyAsync(() -> slow.host(BOXES, entity -> number -> handled.incrementAndGet()));
        entered.await();
        Thread closer = Thread.ofPlatform().start(() -> {
            ClusterCloseReport ignored = slow.close(LONG);
        });
        Await.until("it waits, or is closed", () -> closer.getState() == Thread.State.BLOCKED || !closer.isAlive());
        goOn.countDown();
        closer.join();
        get(hosted).entity(1).tell(1);
        Await.until("nobody handles it", () -> deadLetters.size() == 1);
        assertThat(handled).hasValue(0);
    }

    @Test
    void shouldNotBeClosedByAnEntity() throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        cluster.host(BOXES, entity -> number -> {
            try {
                cluster.close();
            } catch (IllegalStateException e) {
                thrown.complete(e);
            }
        });
        cluster.entity(BOXES, 1).tell(1);
        assertThat(get(thrown)).hasMessageContaining("was called by an actor in");
    }

    @Test
    void shouldNotBeClosedByABlockingActor() throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> {
            entity.actor().spawnBlocking(inbox -> {
                try {
                    cluster.close();
                } catch (IllegalStateException e) {
                    thrown.complete(e);
                }
            });
            return number -> handled.incrementAndGet();
        });
        boxes.entity(1).tell(1);
        assertThat(get(thrown)).hasMessageContaining("was called by an actor in");
        boxes.entity(2).tell(2);
        Await.until("it is still open", () -> handled.get() == 2);
    }

    @Test
    void shouldNotBeClosedByACallbackOfAChannel() throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        RemoteChannel<Integer> channel = cluster.channel("numbers", Integer.class, 1);
        var ignored = channel.receiver().receiveAsync(Runnable::run, result -> {
            try {
                cluster.close();
                thrown.completeExceptionally(new AssertionError("it was closed"));
            } catch (IllegalStateException e) {
                thrown.complete(e);
            }
        });
        channel.sender().send(1);
        assertThat(get(thrown)).hasMessageContaining("a task of the scheduler of its actor system");
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
        boxes.entity(1).tell(1);
        Await.until("it is still open", () -> handled.get() == 1);
    }

    @Test
    void shouldGoOnWhenItIsInterrupted() throws Exception {
        var let = new CompletableFuture<String>();
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> {
            handled.incrementAndGet();
            entity.actor().pauseUntil(let, (nothing, failure) -> {});
        });
        boxes.entity(1).tell(1);
        boxes.entity(1).tell(2);
        Await.until("it pauses", () -> handled.get() == 1);
        var report = new CompletableFuture<ClusterCloseReport>();
        var interrupted = new CompletableFuture<Boolean>();
        Thread closer = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            report.complete(cluster.close(LONG));
            interrupted.complete(Thread.interrupted());
        });
        Await.until("the interrupt was taken", () -> closer.getState() == Thread.State.TIMED_WAITING);
        let.complete("now");
        assertThat(get(report).isComplete()).isTrue();
        assertThat(get(interrupted)).isTrue();
        assertThat(handled).hasValue(2);
    }

    @Test
    void shouldEndWithItsSystem() {
        Entities<Integer, Integer> boxes = cluster.host(BOXES, entity -> number -> handled.incrementAndGet());
        boxes.entity(1).tell(1);
        Await.until("it is handled", () -> handled.get() == 1);
        system.close();
        Await.until("the entity has ended", () -> boxes.stats().equals(new EntityStats(0, 1, 0, 0, 0, 1)));
        boxes.entity(1).tell(2);
        assertThat(boxes.entity(1).tryTell(3)).isFalse();
        assertThat(handled).hasValue(1);
        Await.until(
                "it is logged", () -> log.messages("dead letter to /shop/box").size() == 1);
    }
}
