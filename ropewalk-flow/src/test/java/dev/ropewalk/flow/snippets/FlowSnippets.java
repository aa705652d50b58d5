package dev.ropewalk.flow.snippets;

import dev.ropewalk.flow.Source;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** The code that the documentation of flows shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class FlowSnippets {
    interface Order {
        boolean isPaid();
    }

    record Row(Order order) {
        static Row of(Order order) {
            return new Row(order);
        }
    }

    interface Table {
        void insert(List<Row> rows);
    }

    void source(Flow.Publisher<Order> orders, Table table, Scheduler scheduler) {
        // @start region="source" :
        CompletableFuture<Void> done = Source.from(orders)
                .filter(Order::isPaid)
                .map(Row::of)
                .async(scheduler)
                .batch(100, Duration.ofMillis(20), scheduler)
                .forEach(table::insert);
        // @end
    }
}
