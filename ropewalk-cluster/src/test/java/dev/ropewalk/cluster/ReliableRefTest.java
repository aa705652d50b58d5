package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Senders of a local cluster whose messages are delivered at least once. */
class ReliableRefTest extends ClusterTests {
    private static final EntityType<String, Work> TYPE = EntityType.of("worker", String.class, Work.class);

    /** What an entity is told to do. */
    private record Work(String name, Deed deed) {}

    private interface Deed {
        void in(EntityContext<String, Work> entity, Work work) throws Exception;
    }

    private final Queue<String> done = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();

    private ReliableRef<String, Work> sender(EntityOptions<Object> options, ReliableOptions window) {
        cluster.host(TYPE, options, this::worker);
        return cluster.entity(TYPE, "one").reliable(window);
    }

    private ReliableRef<String, Work> sender() {
        return sender(EntityOptions.defaults(), ReliableOptions.defaults());
    }

    private ReliableRef<String, Work> sender(ReliableOptions window) {
        return sender(EntityOptions.defaults(), window);
    }

    private Actor<Work> worker(EntityContext<String, Work> entity) {
        begun.incrementAndGet();
        return work -> {
            done.add(work.name);
            work.deed.in(entity, work);
        };
    }

    private static Work work(String name) {
        return new Work(name, (entity, work) -> {});
    }

    private static List<String> names(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("work " + i);
        }
        return names;
    }

    private static void tellAll(ReliableRef<String, Work> sender, List<String> names) {
        names.forEach(name -> sender.tell(work(name)));
    }

    @Test
    void shouldHandleAllInOrder() throws Exception {
        ReliableRef<String, Work> sender = sender();
        tellAll(sender, names(5000));
        get(sender.delivered());
        assertThat(done).containsExactlyElementsOf(names(5000));
        assertThat(sender.stats()).isEqualTo(new ReliableStats(5000, 0, 0, 0));
        assertThat(sender.entity()).isEqualTo(cluster.entity(TYPE, "one"));
    }

    @Test
    void shouldTellWhenAMessageWasHandled() throws Exception {
        ReliableRef<String, Work> sender = sender();
        var goOn = new CompletableFuture<Void>();
        CompletableFuture<Void> paused = sender.deliver(new Work(
                "paused",
                (entity, work) -> entity.actor().pauseUntil(goOn, (nothing, failure) -> done.add("went on"))));
        CompletableFuture<Void> behind = sender.deliver(work("behind"));
        Await.until("the entity pauses", () -> done.size() == 1);
        assertThat(paused).isNotDone();
        goOn.complete(null);
        get(paused);
        get(behind);
        assertThat(done).containsExactly("paused", "went on", "behind");
    }

    @Test
    void shouldTellWhatTheEntityHasThrownAndNotSendThatAgain() throws Exception {
        ReliableRef<String, Work> sender = sender();
        var thrown = new IllegalStateException("on purpose");
        CompletableFuture<Void> failed = sender.deliver(new Work("failed", (entity, work) -> {
            throw thrown;
        }));
        get(sender.deliver(work("behind")));
        assertThatThrownBy(() -> get(failed))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(EntityFailedException.class)
                .hasMessageContaining("/shop/worker/one has thrown java.lang.IllegalStateException: on purpose")
                .hasCause(thrown);
        assertThat(done).containsExactly("failed", "behind");
        assertThat(begun).hasValue(2);
    }

    @Test
    void shouldSendAgainWhatAnEntityHasLeftBehindThatFails() throws Exception {
        ReliableRef<String, Work> sender = sender(
                EntityOptions.defaults().supervision(Supervision.always(Directive.STOP)), ReliableOptions.defaults());
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("failed", (entity, work) -> {
            goOn.join();
            throw new IllegalStateException("on purpose");
        }));
        tellAll(sender, names(100));
        goOn.complete(null);
        get(sender.delivered());
        done.remove("failed");
        assertThat(done).containsExactlyElementsOf(names(100));
        assertThat(begun).hasValue(2);
        assertThat(deadLetters).isEmpty();
        assertThat(cluster.stats().redelivered()).isBetween(1L, 300L);
        assertThat(sender.stats().redelivered()).isEqualTo(cluster.stats().redelivered());
    }

    @Test
    void shouldSendAgainWhatAnEntityHasLeftBehindThatStopsItself() throws Exception {
        ReliableRef<String, Work> sender = sender();
        for (int i = 0; i < 200; i++) {
            sender.tell(
                    i % 10 == 5
                            ? new Work(
                                    "work " + i,
                                    (entity, work) -> entity.actor().stop())
                            : work("work " + i));
        }
        get(sender.delivered());
        assertThat(done).containsExactlyElementsOf(names(200));
    }

    @Test
    void shouldSendAgainWhatWasPausedWhenItsEntityStopped() throws Exception {
        ReliableRef<String, Work> sender = sender();
        CompletableFuture<Void> paused = sender.deliver(new Work("paused", (entity, work) -> {
            if (begun.get() == 1) {
                entity.actor().pauseUntil(new CompletableFuture<Void>(), (nothing, failure) -> {});
                entity.actor().stop();
            }
        }));
        get(paused);
        assertThat(done).containsExactly("paused", "paused");
        assertThat(begun).hasValue(2);
    }

    @Test
    void shouldLoseAndDoubleNothingWhenPassivated() throws Exception {
        ReliableRef<String, Work> sender = sender();
        for (int i = 0; i < 2000; i++) {
            sender.tell(i % 10 == 5 ? new Work("work " + i, (entity, work) -> entity.passivate()) : work("work " + i));
        }
        get(sender.delivered());
        assertThat(done).containsExactlyElementsOf(names(2000));
        assertThat(begun).hasValueGreaterThan(1);
    }

    @Test
    void shouldSendAgainWhatWasInTheStashOfOneThatWasPassivated() throws Exception {
        ReliableRef<String, Work> sender = sender();
        CompletableFuture<Void> stashed = sender.deliver(new Work("stashed", (entity, work) -> {
            if (begun.get() == 1) {
                entity.actor().stash().add(work);
                entity.passivate();
            }
        }));
        get(stashed);
        assertThat(done).containsExactly("stashed", "stashed");
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldNotTakeWhatIsInTheStashForHandled() throws Exception {
        ReliableRef<String, Work> sender = sender(ReliableOptions.defaults().windowMessages(2));
        var isReady = new AtomicInteger();
        CompletableFuture<Void> stashed = sender.deliver(new Work("stashed", (entity, work) -> {
            if (isReady.get() == 0) {
                entity.actor().stash().add(work);
            }
        }));
        CompletableFuture<Void> behind = sender.deliver(work("behind"));
        Await.until("it was handled behind", () -> done.size() == 2);
        assertThat(behind).as("what was handled before it").isNotDone();
        assertThat(stashed).isNotDone();
        isReady.set(1);
        cluster.entity(TYPE, "one")
                .tell(new Work("plain", (entity, work) -> entity.actor().stash().unstashAll()));
        get(stashed);
        get(behind);
        assertThat(done).containsExactly("stashed", "behind", "plain", "stashed");
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingToAFullMailbox(OverflowPolicy policy) throws Exception {
        ReliableRef<String, Work> sender = sender(
                EntityOptions.defaults().actor(ActorOptions.defaults().mailbox(Mailbox.bounded(4, policy))),
                ReliableOptions.defaults());
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("first", (entity, work) -> goOn.join()));
        tellAll(sender, names(100));
        goOn.complete(null);
        get(sender.delivered());
        done.remove("first");
        assertThat(done).containsExactlyElementsOf(names(100));
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldKeepItsOrderWhateverTheMailboxPrefers() throws Exception {
        cluster.host(
                TYPE,
                EntityOptions.defaults()
                        .actor(ActorOptions.defaults()
                                .mailbox(Mailbox.priority((Work a, Work b) -> b.name.compareTo(a.name)))),
                this::worker);
        ReliableRef<String, Work> sender = cluster.entity(TYPE, "one").reliable();
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("first", (entity, work) -> goOn.join()));
        List<String> names = names(10);
        tellAll(sender, names);
        goOn.complete(null);
        get(sender.delivered());
        done.remove("first");
        assertThat(done).containsExactlyElementsOf(names);
    }

    @Test
    void shouldBoundWhatWaits() throws Exception {
        ReliableRef<String, Work> sender = sender(ReliableOptions.defaults().windowMessages(8));
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("first", (entity, work) -> goOn.join()));
        Await.until( // a mailbox that is full says nothing of the window, which its actor fills
                "the window and the mailbox are full",
                () -> !sender.tryTell(work("more")) && sender.stats().waiting() == 16);
        Thread waiting = Thread.startVirtualThread(() -> sender.tell(work("last")));
        Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
        goOn.complete(null);
        waiting.join();
        get(sender.delivered());
        assertThat(done).endsWith("last");
    }

    @Test
    void shouldSuspendAnActorWhileTheWindowIsFull() throws Exception {
        ReliableRef<String, Work> sender = sender(ReliableOptions.defaults().windowMessages(4));
        var goOn = new CompletableFuture<Void>();
        var told = new AtomicInteger();
        ActorRef<String> teller = system.spawn(context -> name -> {
            sender.tell(name.equals("work 0") ? new Work(name, (entity, work) -> goOn.join()) : work(name));
            told.incrementAndGet();
        });
        List<String> names = names(100);
        names.forEach(teller::tell);
        Await.until("it waits for room", () -> !sender.tryTell(work("never")));
        assertThat(told).hasValueLessThan(20);
        goOn.complete(null);
        Await.until("all is told", () -> told.get() == 100);
        get(sender.delivered());
        done.removeIf("never"::equals);
        assertThat(done).containsExactlyElementsOf(names);
    }

    @Test
    void shouldDeliverTheRestWhenItIsClosed() throws Exception {
        ReliableRef<String, Work> sender = sender();
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("first", (entity, work) -> goOn.join()));
        CompletableFuture<Void> second = sender.deliver(work("second"));
        sender.close();
        sender.close();
        assertThatThrownBy(() -> sender.tell(work("third")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ReliableRef[/shop/worker/one] is closed");
        assertThatThrownBy(() -> sender.tryTell(work("third"))).isInstanceOf(IllegalStateException.class);
        goOn.complete(null);
        get(second);
        get(sender.delivered());
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void shouldGiveUpAndTellWhatIsLeftWhenTheClusterIsClosed() throws Exception {
        ReliableRef<String, Work> sender = sender(ReliableOptions.defaults().windowMessages(2));
        var goOn = new CompletableFuture<Void>();
        sender.tell(new Work("first", (entity, work) -> entity.actor().pauseUntil(goOn, (nothing, failure) -> {})));
        CompletableFuture<Void> second = sender.deliver(work("second"));
        CompletableFuture<Void> third = sender.deliver(work("third"));
        cluster.close(Duration.ofMillis(50));
        for (CompletableFuture<Void> given : List.of(second, third)) {
            assertThatThrownBy(() -> get(given))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(UndeliveredException.class);
        }
        Await.until("all are dead letters", () -> deadLetters.size() == 3);
        get(sender.delivered());
        assertThatThrownBy(() -> sender.tell(work("late")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ReliableRef[/shop/worker/one] is closed, as its cluster is");
        assertThatThrownBy(() -> cluster.entity(TYPE, "one").reliable()).isInstanceOf(IllegalStateException.class);
        goOn.complete(null);
    }

    @Test
    void shouldEndWithItsSystem() throws Exception {
        ReliableRef<String, Work> sender = sender();
        sender.tell(new Work(
                "first", (entity, work) -> entity.actor().pauseUntil(new CompletableFuture<Void>(), (n, f) -> {})));
        CompletableFuture<Void> second = sender.deliver(work("second"));
        system.close(Duration.ofMillis(50));
        assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(UndeliveredException.class);
    }

    @Test
    void shouldBeOfItsOwnEachTime() throws Exception {
        ReliableRef<String, Work> one = sender();
        ReliableRef<String, Work> other = cluster.entity(TYPE, "one").reliable();
        for (String name : names(100)) {
            one.tell(work(name));
            other.tell(work(name));
        }
        get(one.delivered());
        get(other.delivered());
        assertThat(done).hasSize(200);
    }

    @Test
    void shouldDeliverAllThoughEntitiesArePassivatedAllTheTime() throws Exception {
        cluster.host(TYPE, EntityOptions.defaults().passivateIdle(false).maxActive(1), this::worker);
        List<ReliableRef<String, Work>> senders = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<String> names = names(100);
        for (int of = 0; of < 3; of++) {
            ReliableOptions window = ReliableOptions.defaults().windowMessages(of == 0 ? 1 : 64);
            List<ReliableRef<String, Work>> own = new ArrayList<>();
            for (String key : List.of("one", "two", "three", "four")) {
                own.add(cluster.entity(TYPE, key).reliable(window));
            }
            senders.addAll(own);
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .start(() -> names.forEach(name -> own.forEach(sender -> sender.tell(work(name))))));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(40))).as("all are sent").isTrue();
        }
        for (ReliableRef<String, Work> sender : senders) {
            sender.delivered().get(20, TimeUnit.SECONDS);
        }

        assertThat(done).hasSize(senders.size() * names.size());
    }
}
