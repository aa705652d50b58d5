package dev.ropewalk.actor.snippets;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Emitter;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.ShutdownOrder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The code that the documentation of actors shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ActorSnippets {
    // @start region="commands" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}
    // @end

    // @start region="actor" :
    static final class Account implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> balance += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }
    // @end

    void systems() {
        // @start region="system" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));
        }
        // @end
    }

    sealed interface Entry {}

    record Amount(long amount) implements Entry {}

    record Completed() implements Entry {}

    record Failed(Throwable cause) implements Entry {}

    void flow(ActorSystem system, ActorRef<Entry> ledger, Flow.Publisher<Long> amounts) {
        // @start region="flow" :
        amounts.subscribe(system.subscriber(ledger, Amount::new, Completed::new, Failed::new));
        // @end
    }

    sealed interface Counting {}

    record More(Emitter<Long> output) implements Counting {}

    record Gone(Emitter<Long> output) implements Counting {}

    private long next;

    void source(ActorSystem system, ActorRef<Counting> counter) {
        // @start region="source" :
        Flow.Publisher<Long> numbers = system.publisher(counter, More::new, Gone::new);
        // @end
    }

    void emitting(More more) {
        // @start region="emitting" :
        while (more.output().requested() > 0) {
            more.output().emit(next++);
        }
        // @end
    }

    void shutdown() {
        // @start region="shutdown" :
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
                .phase("actors", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .build();
        ActorSystem system = ActorSystem.create("bank");
        shutdown.add("actors", "bank", left -> system.close(left));
        shutdown.installHook();
        // @end
    }

    interface Row {}

    interface Database {
        CompletionStage<Row> load(long id);
    }

    interface Prices {
        void subscribe(ActorRef<Price> subscriber);
    }

    record Price(long cents) {}

    record Query(ActorRef<Integer> replyTo) {}

    sealed interface Event {}

    record Loaded(@Nullable Row row, @Nullable Throwable failure) implements Event {}

    record Answered(@Nullable Integer stock, @Nullable Throwable failure) implements Event {}

    record NewPrice(Price price) implements Event {}

    void context(ActorContext<Event> context, Database database, long id, ActorRef<Query> stock, Prices prices) {
        // @start region="context" :
        context.pipeToSelf(database.load(id), Loaded::new); // a CompletionStage; Loaded(row, failure)
        context.ask(stock, Query::new, Duration.ofSeconds(1), Answered::new); // Answered(stock, failure)
        prices.subscribe(context.messageAdapter(NewPrice::new)); // an ActorRef<Price>; NewPrice wraps a Price
        // @end
    }

    static final class Loading implements Actor<Command> {
        private @Nullable Row loaded;

        // @start region="pause" :
        Loading(ActorContext<Command> context, Database database) {
            context.pauseUntil(database.load(17), (row, failure) -> loaded = row);
        }
        // @end

        @Override
        public void receive(Command command) {}
    }

    // @start region="interface" :
    interface Savings {
        void deposit(long amount); // a tell: returns at once

        CompletableFuture<Long> balance(); // an ask: completes when the actor has answered

        default CompletableFuture<Boolean> isEmpty() { // runs in the caller
            return balance().thenApply(amount -> amount == 0);
        }
    }
    // @end

    static final class SavingsAccount implements Savings {
        private long balance;

        @Override
        public void deposit(long amount) {
            balance += amount;
        }

        @Override
        public CompletableFuture<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }
    }

    void proxies(ActorSystem system) {
        // @start region="proxy" :
        Savings savings = system.proxy("savings", Savings.class, SavingsAccount::new);
        savings.deposit(5);
        // @end
    }

    interface Order {}

    abstract void pack(Order order) throws Exception;

    void blocking(ActorSystem system) {
        // @start region="blocking" :
        ActorRef<Order> shop = system.spawnBlocking("shop", inbox -> {
            while (true) {
                Order order = inbox.receive();
                pack(order); // may block
            }
        });
        // @end
    }
}
