package dev.ropewalk.micrometer.snippets;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.micrometer.ContextPropagation;
import dev.ropewalk.micrometer.ContextSlot;
import dev.ropewalk.micrometer.InContext;
import dev.ropewalk.pipeline.Pipeline;
import io.micrometer.observation.ObservationRegistry;

/** The code that the documentation of contexts shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ContextSnippets {
    interface Order {}

    static final class Payment {
        long amount;
        final ContextSlot context = new ContextSlot("payments");
    }

    abstract void run();

    abstract void ship(Order order);

    abstract void book(Payment payment);

    void install(ObservationRegistry registry) {
        // @start region="install" :
        try (var _ = ContextPropagation.builder().observations(registry).install()) {
            run();
        }
        // @end
    }

    void channel(Channel<InContext<Order>> orders, Order order) throws InterruptedException {
        // @start region="channel" :
        orders.send(InContext.of(order, "orders"));
        InContext<Order> next = orders.receive();
        next.handle(this::ship);
        // @end
    }

    void pipeline(Pipeline<Payment> payments, long amount) throws InterruptedException {
        // @start region="pipeline" :
        payments.publish((payment, sequence) -> {
            payment.amount = amount;
            payment.context.capture();
        });
        // @end
    }

    Pipeline<Payment> stage() {
        return Pipeline.<Payment>builder(Payment::new)
                .stage("book", (payment, sequence, endOfBatch) -> payment.context.run(() -> book(payment)))
                .build();
    }
}
