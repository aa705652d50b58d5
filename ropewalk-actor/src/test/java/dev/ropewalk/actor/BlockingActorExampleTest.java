package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocking actors as a user would write them. */
@Timeout(30)
class BlockingActorExampleTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("examples");

    sealed interface Request {
        record Order(int id, String item) implements Request {}

        record Paid(int orderId) implements Request {}

        record Report(ActorRef<List<String>> replyTo) implements Request {}
    }

    /** Takes an order, waits for the payment of just this one, and only then looks at the next order. */
    private static void sell(Inbox<Request> inbox) throws InterruptedException {
        List<String> sold = new ArrayList<>();
        while (true) {
            switch (inbox.receive(request -> !(request instanceof Request.Paid))) {
                case Request.Order(int id, String item) -> {
                    Optional<Request> payment = inbox.receive(new Request.Paid(id)::equals, Duration.ofSeconds(10));
                    payment.ifPresent(paid -> sold.add(item));
                }
                case Request.Report(ActorRef<List<String>> replyTo) -> replyTo.tell(List.copyOf(sold));
                case Request.Paid paid -> throw new IllegalStateException("paid without an order: " + paid);
            }
        }
    }

    @Test
    void shouldSellInTheOrderOfOrders() {
        ActorRef<Request> shop = system.spawnBlocking("shop", BlockingActorExampleTest::sell);

        shop.tell(new Request.Order(1, "rope"));
        shop.tell(new Request.Order(2, "tar"));
        shop.tell(new Request.Paid(2));
        shop.tell(new Request.Paid(1));
        CompletableFuture<List<String>> sold = shop.ask(Request.Report::new, Duration.ofSeconds(10));

        assertThat(sold.join()).containsExactly("rope", "tar");
    }

    @Test
    void shouldCleanUpWhenItIsStopped() {
        var log = new CompletableFuture<String>();
        ActorRef<String> file = system.spawnBlocking("file", inbox -> {
            var lines = new StringBuilder();
            try {
                while (true) {
                    lines.append(inbox.receive()).append('\n');
                }
            } finally {
                log.complete(lines.toString());
            }
        });

        file.tell("one");
        file.tell("two");
        system.close(Duration.ofSeconds(10));

        assertThat(log.join()).isEqualTo("one\ntwo\n");
    }

    @Test
    void shouldWaitForItsWorkers() {
        var total = new CompletableFuture<Integer>();
        system.<Integer>spawnBlocking("sum", inbox -> {
            for (int i = 1; i <= 10; i++) {
                int part = i;
                inbox.context().spawnBlocking(child -> inbox.self().tell(part * part));
            }
            int sum = 0;
            for (int i = 1; i <= 10; i++) {
                sum += inbox.receive();
            }
            total.complete(sum);
        });

        assertThat(total.join()).isEqualTo(385);
    }
}
