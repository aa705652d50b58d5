package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Signals;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an actor is told of subscribers, and what these get of it. */
@Timeout(60)
class ActorPublisherTest {
    private static final String BROKEN = "java.lang.IllegalStateException: the rope broke";

    @AutoClose
    private final ActorSystem system = ActorSystem.create("flow");

    private final ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();

    /** What the actor of these tests is told. */
    private sealed interface Told {
        record More(Emitter<Integer> output) implements Told {}

        record Gone(Emitter<Integer> output) implements Told {}
    }

    private Flow.Publisher<Integer> publisher(ActorRef<Told> actor) {
        return system.publisher(actor, Told.More::new, Told.Gone::new);
    }

    /** Spawns an actor that does something when it is told of demand. */
    private ActorRef<Told> actor(Actor<Emitter<Integer>> onDemand) {
        return system.spawn(context -> message -> {
            switch (message) {
                case Told.More(Emitter<Integer> output) -> {
                    told.add("more " + output.requested());
                    onDemand.receive(output);
                }
                case Told.Gone(Emitter<Integer> output) -> told.add("gone " + output.isOver());
            }
        });
    }

    /** Spawns an actor that counts as far as is requested. */
    private ActorRef<Told> counter() {
        AtomicInteger next = new AtomicInteger();
        return actor(output -> {
            while (output.requested() > 0) {
                assertThat(output.emit(next.get())).isTrue();
                next.incrementAndGet();
            }
            assertThat(output.emit(-1)).isFalse();
        });
    }

    private static void awaitSignals(Signals<?> signals, int count) {
        Await.until(() -> "only " + signals.all(), () -> signals.all().size() >= count, Await.DEADLINE);
    }

    @Test
    void shouldTellTheActorOfDemandAndGiveWhatItEmits() {
        Signals<Integer> signals = Signals.requesting(2);
        publisher(counter()).subscribe(signals);
        awaitSignals(signals, 2);
        signals.subscription().request(1);

        awaitSignals(signals, 3);
        assertThat(signals.all()).containsExactly("0", "1", "2");
        assertThat(told).containsExactly("more 2", "more 1");
    }

    @Test
    void shouldNotTellTheActorAgainBeforeItHasEmittedAll() {
        ConcurrentLinkedQueue<Emitter<Integer>> outputs = new ConcurrentLinkedQueue<>();
        Signals<Integer> signals = Signals.requesting(1);
        publisher(actor(outputs::add)).subscribe(signals);
        Await.until("told", () -> outputs.size() == 1);
        Emitter<Integer> output = outputs.element();
        signals.subscription().request(1);
        Await.until("two are requested", () -> output.requested() == 2);
        assertThat(output.emit(7)).isTrue();
        assertThat(output.emit(8)).isTrue();
        assertThat(output.emit(9)).isFalse();
        awaitSignals(signals, 2);
        assertThat(told).containsExactly("more 1");
        signals.subscription().request(1);

        Await.until("told again", () -> told.size() == 2);
        assertThat(signals.all()).containsExactly("7", "8");
    }

    @Test
    void shouldTellOfTheEndBehindTheElements() {
        Signals<Integer> signals = Signals.requesting(2);
        publisher(actor(output -> {
                    boolean ignored = output.emit(1) && output.emit(2);
                    output.complete();
                    output.fail(new IllegalStateException("too late"));
                    assertThat(output.isOver()).isTrue();
                    assertThat(output.requested()).isZero();
                }))
                .subscribe(signals);

        assertThat(signals.await("complete")).containsExactly("1", "2", "complete");
    }

    @Test
    void shouldTellOfAFailureBehindTheElements() {
        Signals<Integer> signals = Signals.requesting(2);
        publisher(actor(output -> {
                    boolean ignored = output.emit(1);
                    output.fail(new IllegalStateException("the rope broke"));
                }))
                .subscribe(signals);

        assertThat(signals.await(BROKEN)).containsExactly("1", BROKEN);
    }

    @Test
    void shouldTellTheActorOfASubscriberThatCancels() {
        Signals<Integer> signals = Signals.requesting(1);
        publisher(counter()).subscribe(signals);
        awaitSignals(signals, 1);
        signals.subscription().cancel();

        Await.until("told", () -> told.contains("gone true"));
        assertThat(signals.all()).containsExactly("0");
    }

    @Test
    void shouldTellTheActorOfASubscriberThatThrows() {
        Flow.Subscriber<Integer> broken = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(3);
            }

            @Override
            public void onNext(Integer element) {
                throw new IllegalStateException("the rope broke");
            }

            @Override
            public void onError(Throwable cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void onComplete() {
                throw new AssertionError();
            }
        };
        publisher(counter()).subscribe(broken);

        Await.until("told", () -> told.contains("gone true"));
    }

    @Test
    void shouldFailWhenTheActorStops() {
        ActorRef<Told> actor = actor(output -> {
            boolean ignored = output.emit(1);
        });
        Signals<Integer> early = Signals.requesting(2);
        publisher(actor).subscribe(early);
        Signals<Integer> idle = Signals.idle();
        publisher(actor).subscribe(idle);
        awaitSignals(early, 1);
        system.stop(actor);
        awaitSignals(early, 2);
        awaitSignals(idle, 1);
        Signals<Integer> late = Signals.idle();
        publisher(actor).subscribe(late);
        awaitSignals(late, 1);

        assertThat(early.all().getFirst()).isEqualTo("1");
        assertThat(List.of(
                        early.all().getLast(), idle.all().getFirst(), late.all().getFirst()))
                .allMatch(text -> text.startsWith(ActorStoppedException.class.getName()));
    }

    @Test
    void shouldFailWhenTheMailboxRefusesTheMessage() {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        ActorRef<Object> full = system.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)), context -> message -> {
                    busy.countDown();
                    Await.until("the gate is open", () -> gate.getCount() == 0);
                });
        full.tell("handled");
        Await.until("it is handled", () -> busy.getCount() == 0);
        full.tell("waits");
        Signals<Integer> signals = Signals.requesting(1);
        system.<Integer, Object>publisher(full, output -> output, output -> output)
                .subscribe(signals);
        awaitSignals(signals, 1);
        gate.countDown();

        assertThat(signals.all()).singleElement().asString().startsWith(MailboxFullException.class.getName());
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellOfASubscriberThatCancelsThoughTheMailboxIsFull(OverflowPolicy policy) {
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch made = new CountDownLatch(1);
        ConcurrentLinkedQueue<Object> handled = new ConcurrentLinkedQueue<>();
        ActorRef<Object> full =
                system.spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(1, policy)), context -> message -> {
                    handled.add(message);
                    if (message.equals("begin")) {
                        Await.until("the gate is open", () -> gate.getCount() == 0);
                    }
                });
        Signals<Integer> signals = Signals.requesting(1);
        system.<Integer, Object>publisher(full, _ -> "more", _ -> {
                    made.countDown();
                    return "gone";
                })
                .subscribe(signals);
        Await.until("it is asked", () -> handled.contains("more"));
        full.tell("begin");
        Await.until("it is busy", () -> handled.contains("begin"));
        full.tell("waits");
        signals.subscription().cancel();
        Await.until("it has gone", () -> made.getCount() == 0);
        gate.countDown();

        Await.until("it is told", () -> handled.contains("gone"));
    }

    @Test
    void shouldRefuseActorsOfOtherSystems() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<Told> foreign = other.spawn(context -> message -> {});
            assertThatIllegalArgumentException().isThrownBy(() -> publisher(foreign));
        }
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        var cancelled = new WeakReference<>(cancelled());

        Await.until("the subscriber is garbage", () -> {
            System.gc();
            return cancelled.refersTo(null);
        });
    }

    private Signals<Integer> cancelled() {
        Signals<Integer> signals = Signals.idle();
        publisher(counter()).subscribe(signals);
        signals.subscription().cancel();
        return signals;
    }

    @Test
    void shouldLoseAndDoubleNothingOfWhatIsRequestedOneByOne() {
        int elements = Sample.of(5_000, 200_000);
        AtomicInteger next = new AtomicInteger();
        Flow.Publisher<Integer> numbers = publisher(actor(output -> {
            while (output.requested() > 0) {
                if (next.get() == elements) {
                    output.complete();
                } else {
                    boolean ignored = output.emit(next.getAndIncrement());
                }
            }
        }));
        ConcurrentLinkedQueue<Object> received = new ConcurrentLinkedQueue<>();
        ActorRef<Object> sink = system.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(3, OverflowPolicy.BLOCK)), context -> received::add);
        numbers.subscribe(system.subscriber(sink, element -> element, () -> "complete", cause -> cause));

        Await.until("all", () -> received.contains("complete"));
        assertThat(received).hasSize(elements + 1);
        int expected = 0;
        for (Object element : received) {
            assertThat(element).isEqualTo(expected == elements ? "complete" : (Object) expected);
            expected++;
        }
    }
}
