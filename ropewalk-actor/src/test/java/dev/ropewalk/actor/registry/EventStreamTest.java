package dev.ropewalk.actor.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ListedTermination;
import dev.ropewalk.actor.RecordingRef;
import dev.ropewalk.actor.support.Loggers;
import dev.ropewalk.base.LimitedLog;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private interface Order {}

    private record Placed(int number) implements Order {}

    private record Cancelled(int number) implements Order {}

    private final ListedTermination termination = new ListedTermination();
    private final SubscriberTable stream =
            new SubscriberTable(termination, new LimitedLog(Loggers.LOG, "actor system", System::nanoTime));

    @Test
    void shouldDeliverToSubscribersOfTheTypeAndOfSupertypes() {
        var exact = new RecordingRef<Placed>("/exact");
        var wider = new RecordingRef<Order>("/wider");
        var all = new RecordingRef<>("/all");
        var other = new RecordingRef<Cancelled>("/other");
        stream.subscribe(Placed.class, exact);
        stream.subscribe(Order.class, wider);
        stream.subscribe(Object.class, all);
        stream.subscribe(Cancelled.class, other);

        stream.publish(new Placed(1));

        assertThat(exact.received).containsExactly(new Placed(1));
        assertThat(wider.received).containsExactly(new Placed(1));
        assertThat(all.received).containsExactly(new Placed(1));
        assertThat(other.received).isEmpty();
    }

    @Test
    void shouldDeliverOnceToWhoSubscribedToSeveralSupertypes() {
        var subscriber = new RecordingRef<>("/subscriber");
        stream.subscribe(Placed.class, subscriber);
        stream.subscribe(Order.class, subscriber);
        stream.subscribe(Object.class, subscriber);

        stream.publish(new Placed(1));

        assertThat(subscriber.received).containsExactly(new Placed(1));
    }

    @Test
    void shouldFindSupertypesOfArrays() {
        var subscriber = new RecordingRef<Object[]>("/subscriber");
        stream.subscribe(Object[].class, subscriber);

        stream.publish(new String[] {"an", "array"});

        assertThat(subscriber.received).hasSize(1);
    }

    @Test
    void shouldSeeChangesAfterATypeWasPublished() {
        var early = new RecordingRef<Placed>("/early");
        var late = new RecordingRef<Order>("/late");
        stream.publish(new Placed(0));
        stream.subscribe(Placed.class, early);
        stream.publish(new Placed(1));
        stream.subscribe(Order.class, late);
        stream.unsubscribe(Placed.class, early);
        stream.publish(new Placed(2));

        assertThat(early.received).containsExactly(new Placed(1));
        assertThat(late.received).containsExactly(new Placed(2));
    }

    @Test
    void shouldSeeAChangeThatCameWhileSubscribersWereLookedUp() {
        var late = new RecordingRef<Placed>("/late");
        var armed = new AtomicBoolean();
        var early = new RecordingRef<Placed>("/early") {
            @Override
            public int hashCode() {
                if (armed.getAndSet(false)) {
                    stream.subscribe(Placed.class, late);
                }
                return 1;
            }
        };
        stream.subscribe(Placed.class, early);
        stream.publish(new Placed(0));
        stream.subscribe(Cancelled.class, new RecordingRef<>("/other"));
        armed.set(true);

        stream.publish(new Placed(1));
        stream.publish(new Placed(2));

        assertThat(armed).isFalse();
        assertThat(late.received).containsExactly(new Placed(2));
    }

    @Test
    void shouldKeepTheOtherSubscriptionsOfWhoEndsOne() {
        var subscriber = new RecordingRef<>("/subscriber");
        stream.subscribe(Placed.class, subscriber);
        stream.subscribe(Cancelled.class, subscriber);
        stream.unsubscribe(Placed.class, subscriber);

        stream.publish(new Placed(1));
        stream.publish(new Cancelled(2));

        assertThat(subscriber.received).containsExactly(new Cancelled(2));
        assertThat(termination.count()).isEqualTo(1);
    }

    @Test
    void shouldLoseEventsThatAMailboxRefuses() {
        var full = new RecordingRef<Placed>("/full");
        var other = new RecordingRef<Placed>("/other");
        full.full = true;
        stream.subscribe(Placed.class, full);
        stream.subscribe(Placed.class, other);

        stream.publish(new Placed(1));

        assertThat(full.received).isEmpty();
        assertThat(other.received).containsExactly(new Placed(1));
    }

    @Test
    void shouldForgetWhoStopped() {
        var subscriber = new RecordingRef<>("/subscriber");
        stream.subscribe(Placed.class, subscriber);
        stream.subscribe(Cancelled.class, subscriber);

        termination.stop(subscriber);
        stream.publish(new Placed(1));

        assertThat(subscriber.received).isEmpty();
        assertThat(RegistryInsides.isEmpty(stream)).isTrue();
    }

    @Test
    void shouldKeepNothingAfterAMillionSubscriptions() {
        var subscriber = new RecordingRef<Order>("/subscriber");
        for (int i = 0; i < 1_000_000; i++) {
            stream.subscribe(Order.class, subscriber);
            stream.unsubscribe(Order.class, subscriber);
        }

        assertThat(RegistryInsides.isEmpty(stream)).isTrue();
        assertThat(termination.count()).isZero();
    }

    @Test
    void shouldIgnoreTheEndOfASubscriptionThatIsNone() {
        var subscriber = new RecordingRef<Order>("/subscriber");
        stream.unsubscribe(Order.class, subscriber);
        stream.subscribe(Order.class, subscriber);
        stream.subscribe(Order.class, subscriber);
        stream.unsubscribe(Order.class, subscriber);
        stream.unsubscribe(Order.class, subscriber);

        assertThat(RegistryInsides.isEmpty(stream)).isTrue();
    }

    @Test
    void shouldRefuseAPrimitiveType() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stream.subscribe(int.class, new RecordingRef<>("/subscriber")))
                .withMessageContaining("int");
    }
}
