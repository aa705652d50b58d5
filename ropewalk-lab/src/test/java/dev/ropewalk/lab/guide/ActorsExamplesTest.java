package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/actors.md, and what it computes. */
class ActorsExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    // @start region="account" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    static final class Account implements Actor<Command> {
        private long balance; // one message at a time: no lock, no volatile

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> balance += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }
    // @end

    // @start region="savings" :
    interface Savings {
        void deposit(long amount); // returns at once

        CompletableFuture<Long> balance(); // completes when the actor has answered
    }

    static final class PlainSavings implements Savings {
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
    // @end

    // @start region="shelf" :
    sealed interface Request {}

    record Find(String key, ActorRef<String> replyTo) implements Request {}

    record Loaded(Map<String, String> rows, Throwable failure) implements Request {}

    /** Loads its rows first, and puts aside what is asked meanwhile. */
    static final class Shelf implements Actor<Request> {
        private final ActorContext<Request> context;

        Shelf(ActorContext<Request> context, CompletionStage<Map<String, String>> rows) {
            this.context = context;
            context.pipeToSelf(rows, Loaded::new); // the result comes as a message
        }

        @Override
        public void receive(Request request) {
            switch (request) {
                case Find find -> context.stash().add(find);
                case Loaded(var rows, var failure) when failure != null -> throw new IllegalStateException(failure);
                case Loaded(var rows, var failure) -> {
                    context.become(next -> answer(rows, next));
                    context.stash().unstashAll(); // before all that came meanwhile
                }
            }
        }

        private static void answer(Map<String, String> rows, Request request) {
            if (request instanceof Find(String key, ActorRef<String> replyTo)) {
                replyTo.tell(rows.getOrDefault(key, "nothing"));
            }
        }
    }
    // @end

    @Test
    void shouldKeepABalance() throws Exception {
        // @start region="smallest" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(30));
            print(balance.get()); // 10
        }
        // @end

        assertThat(printed).containsExactly(10L);
    }

    @Test
    void shouldAnswerForOneThatHasStopped() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="undertaker" :
            ActorRef<DeadLetter> undertaker = system.spawn("undertaker", context -> letter -> {
                if (letter.message() instanceof Balance(ActorRef<Long> replyTo)) {
                    replyTo.tell(-1L); // of several answers the first counts
                }
            });
            system.events().subscribe(DeadLetter.class, undertaker);
            // @end
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            ActorRef<Command> counter = system.spawn("counter", context -> account::tell);
            system.stop(account);
            system.whenStopped(account).get(1, TimeUnit.MINUTES);

            CompletableFuture<Long> balance = counter.ask(Balance::new, Duration.ofDays(1));
            assertThat(balance.get(1, TimeUnit.MINUTES)).isEqualTo(-1);
        }
    }

    @Test
    void shouldCallAnInterface() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="proxy" :
            Savings savings = system.proxy("savings", Savings.class, PlainSavings::new);
            savings.deposit(5);
            print(savings.balance().get()); // 5
            // @end
        }

        assertThat(printed).containsExactly(5L);
    }

    @Test
    void shouldWaitWhereItLikes() throws Exception {
        try (ActorSystem system = ActorSystem.create("shop")) {
            // @start region="blocking" :
            ActorRef<String> packer = system.spawnBlocking("packer", inbox -> {
                String order = inbox.receive(); // on a virtual thread of its own
                String address = inbox.receive(message -> message.startsWith("to ")); // passes over what doesn't fit
                print(order + " " + address);
            });
            packer.tell("books");
            packer.tell("pens");
            packer.tell("to Prague");
            // @end
            system.whenStopped(packer).get(1, TimeUnit.MINUTES);
        }

        assertThat(printed).containsExactly("books to Prague");
    }

    @Test
    void shouldPutAsideWhatItCannotAnswerYet() throws Exception {
        try (ActorSystem system = ActorSystem.create("shop")) {
            CompletableFuture<Map<String, String>> rows = new CompletableFuture<>();
            ActorRef<Request> shelf = system.spawn("shelf", context -> new Shelf(context, rows));
            CompletableFuture<String> early = shelf.ask(to -> new Find("pens", to), Duration.ofMinutes(1));
            rows.complete(Map.of("pens", "12"));

            assertThat(early.get()).isEqualTo("12");
            assertThat(shelf.<String>ask(to -> new Find("ink", to), Duration.ofMinutes(1))
                            .get())
                    .isEqualTo("nothing");
        }
    }

    @Test
    void shouldHoldSendersUp() throws Exception {
        CompletableFuture<String> mayBegin = new CompletableFuture<>();
        try (ActorSystem system = ActorSystem.create("shop")) {
            // @start region="bounded" :
            ActorOptions<Object> options =
                    ActorOptions.defaults().name("printer").mailbox(Mailbox.bounded(2, OverflowPolicy.BLOCK));
            ActorRef<String> printer = system.spawnBlocking(options, inbox -> {
                print(mayBegin.get()); // so nothing is received yet
                while (true) {
                    print(inbox.receive());
                }
            });
            printer.tell("one");
            printer.tell("two");
            print(printer.tryTell("three")); // false: it is full
            CompletableFuture<Void> sent = printer.tellAsync("four"); // waits for room without a thread
            // @end
            assertThat(printed).containsExactly(false);
            assertThat(sent).isNotDone();
            mayBegin.complete("begun");
            sent.get(1, TimeUnit.MINUTES);
        }

        assertThat(printed).containsExactly(false, "begun", "one", "two", "four");
    }

    @Test
    void shouldSpreadMessages() throws Exception {
        List<Long> balances;
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="router" :
            Router<Command> accounts = system.spawnRouter(Routing.roundRobin(), 3, context -> new Account());
            for (int i = 0; i < 6; i++) {
                accounts.tell(new Deposit(10)); // straight into the mailbox of each account in turn
            }
            // @end
            balances = accounts.routees().stream()
                    .map(account -> account.ask(Balance::new, Duration.ofMinutes(1)))
                    .map(CompletableFuture::join)
                    .toList();
        }

        assertThat(balances).containsExactly(20L, 20L, 20L);
    }

    @Test
    void shouldTellWhatIsThere() {
        ActorSystem system = ActorSystem.create("bank");
        ActorRef<Command> account = system.spawn("account", context -> new Account());
        account.tell(new Deposit(10));
        // @start region="looking" :
        print(system.tree()); // an actor a line
        print(system.stats().deadLetters());
        print(system.details("/bank/account").orElseThrow().processed());
        // @end
        // @start region="closing" :
        ActorCloseReport report = system.close(Duration.ofSeconds(10)); // lets them finish, then stops all
        print(report.isComplete());
        // @end
        assertThat(printed).hasSize(4);
        assertThat(printed.poll())
                .asString()
                .startsWith("/bank  ")
                .contains("\n  account  ")
                .doesNotContain("failures");
        assertThat(printed.poll()).isEqualTo(0L);
        assertThat(printed.poll()).asString().matches("[01]");
    }

    private void print(Object what) {
        printed.add(what);
    }
}
