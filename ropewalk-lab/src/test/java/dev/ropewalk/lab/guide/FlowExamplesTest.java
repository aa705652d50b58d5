package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Channels;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.flow.Source;
import dev.ropewalk.pipeline.EventSubscriber;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/flow.md, and what it computes. */
class FlowExamplesTest {
    private final BlockingQueue<Object> printed = new LinkedBlockingQueue<>();
    private final Scheduler scheduler = Scheduler.create();

    // @start region="entries" :
    sealed interface Entry {}

    record Amount(long amount) implements Entry {}

    record Completed() implements Entry {}

    record Failed(Throwable cause) implements Entry {}
    // @end

    static final class Order {
        long amount;
    }

    // @start region="printer" :
    /** Takes one element after the other. */
    final class Printer implements Flow.Subscriber<String> {
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            subscription.request(1);
        }

        @Override
        public void onNext(String line) {
            print(line);
            subscription.request(1); // what isn't requested stays in the channel
        }

        @Override
        public void onError(Throwable cause) {
            print(cause);
        }

        @Override
        public void onComplete() {
            print("the end");
        }
    }
    // @end

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldReceiveWhatAPublisherHas() throws InterruptedException {
        // @start region="smallest" :
        Channel<String> orders = Channel.buffered(16);
        try (SubmissionPublisher<String> web = new SubmissionPublisher<>()) { // any Flow.Publisher
            web.subscribe(orders.subscriber()); // requests as much as the channel has room for
            web.submit("books");
            web.submit("pens");
        } // completes: the channel is closed
        for (String order : orders) {
            print(order);
        }
        // @end

        assertThat(printed).containsExactly("books", "pens");
    }

    @Test
    void shouldSendToASubscriber() throws InterruptedException {
        // @start region="sink" :
        Channel<String> lines = Channel.buffered(16);
        PendingOperation connection = lines.to(new Printer(), scheduler); // both end together
        lines.send("to be twisted");
        lines.close();
        // @end
        assertThat(printed.poll(1, TimeUnit.MINUTES)).isEqualTo("to be twisted");
        assertThat(printed.poll(1, TimeUnit.MINUTES)).isEqualTo("the end");
        assertThat(connection.cancel()).isFalse();
    }

    @Test
    void shouldDisconnect() throws InterruptedException {
        Channel<String> lines = Channel.buffered(16);
        PendingOperation connection = lines.to(new Printer(), scheduler);
        assertThat(connection.cancel()).isTrue();

        assertThat(printed.poll(1, TimeUnit.MINUTES)).isInstanceOf(CancellationException.class);
        assertThat(lines.isClosed()).isFalse();
    }

    @Test
    void shouldSendToAnActor() throws Exception {
        Channel<Long> amounts = Channel.buffered(16);
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="actor" :
            ActorRef<Entry> ledger = system.spawn("ledger", context -> entry -> {
                switch (entry) {
                    case Amount(long amount) -> print(amount);
                    case Completed() -> context.stop();
                    case Failed(Throwable cause) -> print(cause);
                }
            });
            amounts.to(system.subscriber(ledger, Amount::new, Completed::new, Failed::new));
            // @end
            amounts.send(10L);
            amounts.send(5L);
            amounts.close();
            system.whenStopped(ledger).get(1, TimeUnit.MINUTES);
        }

        assertThat(printed).containsExactly(10L, 5L);
    }

    @Test
    void shouldLeadOutOfAScope() throws InterruptedException {
        // @start region="scope" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Receiver<Integer> numbers = Channels.produce(scope, out -> {
                out.send(1);
                out.send(2);
            });
            Channel<String> words = Channel.buffered(16); // for everybody, not the scope's
            Channels.map(scope, numbers, number -> "n" + number, words);
            words.to(new Printer());
            scope.join();
        }
        // @end
        assertThat(printed.poll(1, TimeUnit.MINUTES)).isEqualTo("n1");
        assertThat(printed.poll(1, TimeUnit.MINUTES)).isEqualTo("n2");
        assertThat(printed.poll(1, TimeUnit.MINUTES)).isEqualTo("the end");
    }

    @Test
    void shouldFillAPipeline() throws InterruptedException {
        Channel<Long> amounts = Channel.buffered(16);
        amounts.send(10L);
        amounts.send(5L);
        amounts.close();
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .stage("books", (order, sequence, endOfBatch) -> print(order.amount))
                .build()) {
            // @start region="pipeline" :
            EventSubscriber<Long> intake = pipeline.subscriber((order, amount) -> order.amount = amount, scheduler);
            amounts.to(intake, scheduler);
            long events = intake.done().join(); // all are published
            // @end
            assertThat(events).isEqualTo(2);
        }

        assertThat(printed).containsExactly(10L, 5L);
    }

    @Test
    void shouldFuseOperators() {
        // @start region="source" :
        CompletableFuture<List<String>> rows = Source.range(0, 1000)
                .filter(number -> number % 2 == 0)
                .async(scheduler) // what follows runs on a strand
                .map(number -> "row " + number)
                .take(3)
                .collect(Collectors.toList());
        print(rows.join());
        // @end
        assertThat(printed).containsExactly(List.of("row 0", "row 2", "row 4"));
    }

    private void print(Object what) {
        printed.add(what);
    }
}
