package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The event stream as a user would use it. */
@Timeout(60)
class EventStreamExampleTest {
    sealed interface StockEvent {
        record Arrived(String item, int count) implements StockEvent {}

        record SoldOut(String item) implements StockEvent {}
    }

    @AutoClose
    private final ActorSystem system = ActorSystem.create("shop");

    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private final Queue<StockEvent> journal = new ConcurrentLinkedQueue<>();

    /** A publisher doesn't know its listeners; a listener to a supertype gets all its subtypes. */
    @Test
    void shouldTellThoseWhoCare() {
        ActorRef<StockEvent.SoldOut> buyer = system.spawn(context -> soldOut -> orders.add(soldOut.item()));
        ActorRef<StockEvent> clerk = system.spawn(context -> journal::add);
        system.events().subscribe(StockEvent.SoldOut.class, buyer);
        system.events().subscribe(StockEvent.class, clerk);

        system.events().publish(new StockEvent.Arrived("rope", 3));
        system.events().publish(new StockEvent.SoldOut("tar"));

        Await.until("the clerk has written", () -> journal.size() == 2);
        Await.until("the buyer has ordered", () -> orders.contains("tar"));
        assertThat(journal).containsExactly(new StockEvent.Arrived("rope", 3), new StockEvent.SoldOut("tar"));
        assertThat(orders).containsExactly("tar");
    }

    /** The system publishes what it can't deliver. */
    @Test
    void shouldShowMessagesThatNobodyHandled() {
        Queue<Object> lost = new ConcurrentLinkedQueue<>();
        ActorRef<DeadLetter> monitor = system.spawn(context -> letter -> lost.add(letter.message()));
        system.events().subscribe(DeadLetter.class, monitor);
        ActorRef<String> closed = system.spawn("closed", context -> order -> {});
        system.stop(closed);

        closed.tell("a coil of rope, please");

        Await.until("it is shown", () -> lost.contains("a coil of rope, please"));
    }
}
