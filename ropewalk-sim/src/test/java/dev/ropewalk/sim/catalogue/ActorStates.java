package dev.ropewalk.sim.catalogue;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Actors whose state isn't as protected as it seems. */
final class ActorStates {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ActorStates() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "an update is lost between ask and tell", Theme.ACTORS, Symptom.CHECK, ActorStates::lostUpdate),
                PlantedBug.of("stock is asked, then taken", Theme.ACTORS, Symptom.CHECK, ActorStates::oversoldStock),
                PlantedBug.of(
                        "a future's callback changes an actor's state",
                        Theme.ACTORS,
                        Symptom.CHECK,
                        ActorStates::stateInCallback),
                PlantedBug.of(
                        "a list is sent and then cleared", Theme.ACTORS, Symptom.CHECK, ActorStates::sentListIsCleared),
                PlantedBug.of(
                        "messages before the first answer are dropped",
                        Theme.ACTORS,
                        Symptom.CHECK,
                        ActorStates::droppedBeforeReady),
                PlantedBug.of("a stop overtakes messages", Theme.ACTORS, Symptom.CHECK, ActorStates::stopOvertakes));
    }

    static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("simulated")
                .scheduler(simulation.scheduler())
                .build();
    }

    sealed interface AccountCommand {}

    record Balance(ActorRef<Long> replyTo) implements AccountCommand {}

    record SetBalance(long amount) implements AccountCommand {}

    record Deposit(long amount) implements AccountCommand {}

    static final class Account implements Actor<AccountCommand> {
        private long balance;

        @Override
        public void receive(AccountCommand command) {
            switch (command) {
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
                case SetBalance(long amount) -> balance = amount;
                case Deposit(long amount) -> balance += amount;
            }
        }
    }

    private static void lostUpdate(Simulation simulation, boolean mended) {
        ActorRef<AccountCommand> account = system(simulation).spawn("account", context -> new Account());
        for (int i = 0; i < 2; i++) {
            simulation.start("client-" + i, () -> {
                if (mended) {
                    account.tell(new Deposit(10));
                } else {
                    long balance = account.ask(Balance::new, SECOND).join();
                    account.tell(new SetBalance(balance + 10));
                }
            });
        }
        simulation.run();
        Checks.equal(20L, account.ask(Balance::new, SECOND).join(), "balance");
    }

    sealed interface StockCommand {}

    record Available(ActorRef<Integer> replyTo) implements StockCommand {}

    record Take() implements StockCommand {}

    record TakeIfAvailable(ActorRef<Boolean> replyTo) implements StockCommand {}

    static final class Stock implements Actor<StockCommand> {
        private int items = 1;

        @Override
        public void receive(StockCommand command) {
            switch (command) {
                case Available(ActorRef<Integer> replyTo) -> replyTo.tell(items);
                case Take() -> items--;
                case TakeIfAvailable(ActorRef<Boolean> replyTo) -> {
                    boolean taken = items > 0;
                    items -= taken ? 1 : 0;
                    replyTo.tell(taken);
                }
            }
        }
    }

    sealed interface ShopCommand {}

    record Buy() implements ShopCommand {}

    record Answered(@Nullable Boolean mayBuy) implements ShopCommand {}

    static final class Shop implements Actor<ShopCommand> {
        private final ActorContext<ShopCommand> context;
        private final ActorRef<StockCommand> stock;
        private final boolean mended;

        Shop(ActorContext<ShopCommand> context, ActorRef<StockCommand> stock, boolean mended) {
            this.context = context;
            this.stock = stock;
            this.mended = mended;
        }

        @Override
        public void receive(ShopCommand command) {
            if (command instanceof Answered(Boolean mayBuy)) {
                if (!mended && Boolean.TRUE.equals(mayBuy)) {
                    stock.tell(new Take());
                }
            } else if (mended) {
                context.ask(stock, TakeIfAvailable::new, SECOND, (taken, failure) -> new Answered(taken));
            } else {
                context.ask(
                        stock, Available::new, SECOND, (items, failure) -> new Answered(items != null && items > 0));
            }
        }
    }

    private static void oversoldStock(Simulation simulation, boolean mended) {
        ActorSystem system = system(simulation);
        ActorRef<StockCommand> stock = system.spawn("stock", context -> new Stock());
        ActorRef<ShopCommand> shop = system.spawn("shop", context -> new Shop(context, stock, mended));
        for (int i = 0; i < 2; i++) {
            simulation.start("customer-" + i, () -> shop.tell(new Buy()));
        }
        simulation.run();
        Checks.equal(0, stock.ask(Available::new, SECOND).join(), "items left");
    }

    sealed interface CartCommand {}

    record Add(ActorRef<PriceQuery> prices) implements CartCommand {}

    record Priced(@Nullable Integer price) implements CartCommand {}

    record PriceQuery(ActorRef<Integer> replyTo) {}

    private static void stateInCallback(Simulation simulation, boolean mended) {
        ActorSystem system = system(simulation);
        var total = new Shared<>(0);
        ActorRef<CartCommand> cart = system.spawn("cart", context -> command -> {
            switch (command) {
                case Add(ActorRef<PriceQuery> prices)
                when mended ->
                    context.ask(
                            prices, PriceQuery::new, SECOND, (Integer price, Throwable failure) -> new Priced(price));
                case Add(ActorRef<PriceQuery> prices) -> {
                    var _ = prices.<Integer>ask(PriceQuery::new, SECOND)
                            .thenAccept(price -> total.set(total.get() + price));
                }
                case Priced(Integer price) -> total.set(total.get() + (price == null ? 0 : price));
            }
        });
        for (String shop : List.of("books", "bread")) {
            ActorRef<PriceQuery> prices =
                    system.spawn(shop, context -> query -> query.replyTo().tell(5));
            cart.tell(new Add(prices));
        }
        simulation.run();
        Checks.equal(10, total.get(), "total");
    }

    private static void sentListIsCleared(Simulation simulation, boolean mended) {
        ActorSystem system = system(simulation);
        List<String> written = new ArrayList<>();
        ActorRef<List<String>> writer = system.spawn("writer", context -> lines -> {
            Simulation.point(lines);
            written.addAll(lines);
        });
        ActorRef<String> buffer = system.spawn("buffer", context -> new Actor<>() {
            private final List<String> lines = new ArrayList<>();

            @Override
            public void receive(String line) {
                lines.add(line);
                if (lines.size() == 2) {
                    writer.tell(mended ? List.copyOf(lines) : lines);
                    Simulation.point(lines);
                    lines.clear();
                }
            }
        });
        buffer.tell("one");
        buffer.tell("two");
        simulation.run();
        Checks.equal(List.of("one", "two"), written, "written");
    }

    sealed interface ParserCommand {}

    record Configured(@Nullable Integer factor) implements ParserCommand {}

    record Parse(int number) implements ParserCommand {}

    private static void droppedBeforeReady(Simulation simulation, boolean mended) {
        ActorSystem system = system(simulation);
        ActorRef<PriceQuery> configuration = system.spawn(
                "configuration", context -> query -> query.replyTo().tell(7));
        List<Integer> parsed = new ArrayList<>();
        ActorRef<ParserCommand> parser = system.spawn("parser", context -> {
            context.ask(
                    configuration,
                    PriceQuery::new,
                    SECOND,
                    (Integer factor, Throwable failure) -> new Configured(factor));
            return new Actor<>() {
                private int factor;

                @Override
                public void receive(ParserCommand command) {
                    switch (command) {
                        case Configured(Integer answer) -> {
                            factor = answer == null ? 1 : answer;
                            context.stash().unstashAll();
                        }
                        case Parse(int number) -> {
                            if (factor > 0) {
                                parsed.add(number * factor);
                            } else if (mended) {
                                context.stash().add(command);
                            }
                        }
                    }
                }
            };
        });
        simulation.start("client", () -> parser.tell(new Parse(6)));
        simulation.run();
        Checks.equal(List.of(42), parsed, "parsed");
    }

    private static void stopOvertakes(Simulation simulation, boolean mended) {
        ActorSystem system = system(simulation);
        List<String> written = new ArrayList<>();
        ActorRef<String> writer = system.spawn("writer", context -> line -> {
            if (line.equals("close")) {
                context.stop();
            } else {
                written.add(line);
            }
        });
        writer.tell("one");
        writer.tell("two");
        if (mended) {
            writer.tell("close");
        } else {
            system.stop(writer);
        }
        system.whenStopped(writer).join();
        Checks.equal(List.of("one", "two"), written, "written");
    }
}
