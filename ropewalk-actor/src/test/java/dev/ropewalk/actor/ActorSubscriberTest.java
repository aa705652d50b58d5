package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a subscriber of an actor requests, and how the two end. */
@Timeout(60)
class ActorSubscriberTest {
    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    @AutoClose
    private final ActorSystem system = ActorSystem.create("flow");

    private final Upstream upstream = new Upstream();

    private Recipient recipient(int capacity, OverflowPolicy policy) {
        return new Recipient(system, Mailbox.bounded(capacity, policy));
    }

    private Flow.Subscriber<Integer> subscribed(ActorRef<Object> actor) {
        Flow.Subscriber<Integer> subscriber =
                system.subscriber(actor, element -> element, () -> "complete", Throwable::getMessage);
        subscriber.onSubscribe(upstream);
        return subscriber;
    }

    private static List<Object> send(Flow.Subscriber<Integer> subscriber, int elements) {
        List<Object> sent = new ArrayList<>();
        for (int i = 1; i <= elements; i++) {
            subscriber.onNext(i);
            sent.add(i);
        }
        return sent;
    }

    private void awaitRequested(long elements) {
        Await.until("requests of " + elements, () -> upstream.requested() >= elements);
    }

    private void awaitCancel() {
        Await.until("a cancel", () -> upstream.cancels() > 0);
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    private void checkWindow(Recipient recipient, int window) {
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        assertThat(upstream.requested()).isEqualTo(window);
        List<Object> sent = send(subscriber, window);
        assertThat(upstream.requested()).as("while nothing is taken up").isEqualTo(window);

        hold.open();
        recipient.await(sent.toArray());
        awaitRequested(window + window / 2 + 1);
        assertThat(upstream.requested()).isLessThanOrEqualTo(2L * window);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRequestAsManyAsTheMailboxHolds(OverflowPolicy policy) {
        checkWindow(recipient(8, policy), 8);
    }

    @Test
    void shouldHaveAWindowWhereTheMailboxHasNoBound() {
        checkWindow(new Recipient(system, Mailbox.unbounded()), 256);
    }

    @Test
    void shouldHaveAWindowWhereTheMailboxHasAnUrgentLane() {
        checkWindow(new Recipient(system, Mailbox.unbounded().urgent(message -> message instanceof Integer)), 256);
    }

    @Test
    void shouldHaveAWindowWhereTheActorBlocks() throws Exception {
        var hold = new Hold();
        var received = new ConcurrentLinkedQueue<Object>();
        ActorRef<Object> actor = system.spawnBlocking(inbox -> {
            hold.pass(system.scheduler());
            while (true) {
                received.add(inbox.receive());
            }
        });
        List<Object> sent = send(subscribed(actor), 256);
        assertThat(upstream.requested()).isEqualTo(256);
        hold.open();
        awaitRequested(256 + 128);
        Await.until("all", () -> received.size() == 256);
        assertThat(received).containsExactlyElementsOf(sent);
    }

    @Test
    void shouldWaitInTheLineOfSendersWhereOthersTakeTheRoom() {
        Recipient recipient = recipient(2, OverflowPolicy.BLOCK);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        assertThat(recipient.ref.tryTell("a")).isTrue();
        assertThat(recipient.ref.tryTell("b")).isTrue();
        subscriber.onNext(1);
        subscriber.onNext(2);
        assertThat(recipient.received()).isEmpty();
        hold.open();
        recipient.await("a", "b", 1, 2);
        awaitRequested(4);
    }

    @Test
    void shouldRequestMoreInPlaceOfElementsThatWereDropped() {
        Recipient recipient = recipient(2, OverflowPolicy.DROP_OLDEST);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        send(subscriber, 2);
        assertThat(upstream.requested()).isEqualTo(2);
        recipient.ref.tell("a");
        recipient.ref.tell("b");
        awaitRequested(4);
        hold.open();
        recipient.await("a", "b");
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheEndAfterAllElements(OverflowPolicy policy) {
        Recipient recipient = recipient(2, policy);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        send(subscriber, 2);
        subscriber.onComplete();
        hold.open();
        recipient.await(1, 2, "complete");
        assertThat(upstream.cancels()).isZero();
    }

    @Test
    void shouldTellTheFailureOfThePublisher() {
        Recipient recipient = recipient(1, OverflowPolicy.BLOCK);
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        subscriber.onNext(1);
        subscriber.onError(new IllegalStateException("the rope broke"));
        recipient.await(1, "the rope broke");
        assertThat(upstream.cancels()).isZero();
    }

    @Test
    void shouldCancelThePublisherWhenTheActorStops() {
        Recipient recipient = recipient(4, OverflowPolicy.BLOCK);
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        system.stop(recipient.ref);
        awaitCancel();

        long before = system.stats().deadLetters();
        subscriber.onNext(1);
        assertThat(system.stats().deadLetters()).isEqualTo(before + 1);
        subscriber.onComplete();
        assertThat(system.stats().deadLetters()).isEqualTo(before + 1);
    }

    @Test
    void shouldCancelThePublisherOfAnActorThatHasStopped() throws Exception {
        Recipient recipient = recipient(4, OverflowPolicy.BLOCK);
        system.stop(recipient.ref);
        system.whenStopped(recipient.ref).get(20, TimeUnit.SECONDS);
        Flow.Subscriber<Integer> ignored = subscribed(recipient.ref);
        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(upstream.requested()).isZero();
    }

    @Test
    void shouldFailWhereOthersFillAMailboxThatFails() {
        Recipient recipient = recipient(2, OverflowPolicy.FAIL);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        subscriber.onNext(1);
        assertThat(recipient.ref.tryTell("a")).isTrue();
        subscriber.onNext(2);
        assertThat(upstream.cancels()).isEqualTo(1);
        hold.open();
        Await.until("the end", () -> recipient.received().size() == 3);
        assertThat(recipient.received().getFirst()).isEqualTo(1);
        assertThat(recipient.received().getLast().toString()).contains("is full: it holds 2 messages");
    }

    @Test
    void shouldLogAnEndThatFindsNoRoom() {
        Recipient recipient = recipient(1, OverflowPolicy.FAIL);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        assertThat(recipient.ref.tryTell("a")).isTrue();
        subscriber.onNext(1);
        assertThat(log.messages("the actor wasn't told of the end")).hasSize(1);
        hold.open();
        recipient.await("a");
    }

    @Test
    void shouldCancelThePublisherIfAFunctionThrows() {
        Recipient recipient = recipient(2, OverflowPolicy.BLOCK);
        Flow.Subscriber<Integer> subscriber = system.subscriber(
                recipient.ref,
                element -> {
                    throw new IllegalStateException("no message of " + element);
                },
                () -> "complete",
                Throwable::getMessage);
        subscriber.onSubscribe(upstream);
        subscriber.onNext(1);
        recipient.await("no message of 1");
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void shouldCancelAPublisherThatSendsMoreThanWasRequested() {
        Recipient recipient = recipient(2, OverflowPolicy.BLOCK);
        Hold hold = recipient.hold();
        Flow.Subscriber<Integer> subscriber = subscribed(recipient.ref);
        send(subscriber, 3);
        assertThat(upstream.cancels()).isEqualTo(1);
        hold.open();
        recipient.await(1, 2, "element 3 came, but only 2 were requested (rule 1.1)");
    }

    @Test
    void shouldCountAStashedMessageAsTakenUp() {
        var received = new ConcurrentLinkedQueue<Object>();
        ActorRef<Object> actor = system.spawn(
                ActorOptions.defaults().mailbox(Mailbox.bounded(2, OverflowPolicy.BLOCK)), context -> message -> {
                    if (message.equals("complete")) {
                        context.stash().unstashAll();
                        context.become(received::add);
                    } else {
                        context.stash().add(message);
                    }
                });
        Flow.Subscriber<Integer> subscriber = subscribed(actor);
        send(subscriber, 2);
        awaitRequested(4);
        subscriber.onComplete();
        Await.until("what was put aside", () -> received.size() == 2);
        assertThat(received).containsExactly(1, 2);
    }

    @Test
    void shouldWaitForAllRouteesOfARouter() {
        Recipient first = recipient(300, OverflowPolicy.BLOCK);
        Recipient second = recipient(300, OverflowPolicy.BLOCK);
        Hold hold = second.hold();
        Router<Object> router = system.routerOf(Routing.broadcast(), List.of(first.ref, second.ref));
        Flow.Subscriber<Integer> subscriber = subscribed(router);
        List<Object> sent = send(subscriber, 256);
        first.await(sent.toArray());
        assertThat(upstream.requested()).as("while one routee takes nothing up").isEqualTo(256);
        subscriber.onComplete();
        hold.open();
        sent.add("complete");
        first.await(sent.toArray());
        second.await(sent.toArray());
    }

    @Test
    void shouldChooseARouteeForEachElement() {
        Recipient first = recipient(8, OverflowPolicy.BLOCK);
        Recipient second = recipient(8, OverflowPolicy.BLOCK);
        Router<Object> router = system.routerOf(Routing.roundRobin(), List.of(first.ref, second.ref));
        send(subscribed(router), 4);
        Await.until("all", () -> first.received().size() + second.received().size() == 4);
        assertThat(first.received()).hasSize(2);
        assertThat(second.received()).hasSize(2);
    }

    @Test
    void shouldRefuseARefThatIsNoActorOfTheSystem() {
        assertThatIllegalArgumentException().isThrownBy(() -> subscribed(new RecordingRef<>("stranger")));
    }
}
