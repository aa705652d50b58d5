package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.pekko.PekkoBridge;
import dev.ropewalk.pekko.RopewalkSetup;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.OneForOneStrategy;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.SupervisorStrategy;
import org.apache.pekko.actor.Terminated;
import org.apache.pekko.japi.pf.DeciderBuilder;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The code of the page about moving from Apache Pekko, with that of Pekko. */
class MigrateFromPekkoExamplesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Config SETTINGS = ConfigFactory.parseString("""
            pekko {
              loglevel = OFF
              stdout-loglevel = OFF
              log-dead-letters = off
              jvm-shutdown-hooks = off
            }
            """).withFallback(ConfigFactory.load());

    // @start region="theirAccount" :
    record Deposit(long amount) {}

    record Balance() {}

    static final class PekkoAccount extends AbstractActor {
        private long balance;

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Deposit.class, deposit -> balance += deposit.amount())
                    .match(Balance.class, question -> getSender().tell(balance, getSelf()))
                    .build();
        }
    }
    // @end

    @Test
    void shouldAskPekko() throws Exception {
        var system = org.apache.pekko.actor.ActorSystem.create("bank", SETTINGS);
        // @start region="theirAsk" :
        var account = system.actorOf(Props.create(PekkoAccount.class), "account");
        account.tell(new Deposit(10), org.apache.pekko.actor.ActorRef.noSender());
        CompletionStage<Object> balance = Patterns.ask(account, new Balance(), Duration.ofMinutes(1));
        // @end
        assertThat(balance.toCompletableFuture().get()).isEqualTo(10L);
        end(system);
    }

    // @start region="account" :
    sealed interface Command {}

    record Pay(long amount) implements Command {}

    record HowMuch(ActorRef<Long> replyTo) implements Command {} // who wants the answer stands in the message

    static final class Account implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) { // the compiler knows whether a case is missing
                case Pay(long amount) -> balance += amount;
                case HowMuch(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }
    // @end

    @Test
    void shouldAskOurs() throws Exception {
        // @start region="ask" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Pay(10));
            CompletableFuture<Long> balance = account.ask(HowMuch::new, Duration.ofMinutes(1));
            assertThat(balance.get()).isEqualTo(10);
        }
        // @end
    }

    // @start region="theirParent" :
    static final class PekkoShop extends AbstractActor {
        private final org.apache.pekko.actor.ActorRef clerk = getContext().actorOf(Props.create(PekkoClerk.class));

        @Override
        public SupervisorStrategy supervisorStrategy() {
            return new OneForOneStrategy(
                    10,
                    Duration.ofSeconds(10),
                    DeciderBuilder.match(ArithmeticException.class, e -> SupervisorStrategy.resume())
                            .matchAny(e -> SupervisorStrategy.restart())
                            .build());
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .matchAny(message -> clerk.forward(message, getContext()))
                    .build();
        }
    }
    // @end

    static final class PekkoClerk extends AbstractActor {
        private int handled;

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Integer.class, divisor -> {
                        handled++;
                        getSender().tell(handled + ": " + 12 / divisor, getSelf());
                    })
                    .match(String.class, text -> {
                        throw new IllegalStateException(text);
                    })
                    .build();
        }
    }

    @Test
    void shouldSuperviseByPekko() throws Exception {
        var system = org.apache.pekko.actor.ActorSystem.create("shop", SETTINGS);
        var shop = system.actorOf(Props.create(PekkoShop.class));
        shop.tell(3, org.apache.pekko.actor.ActorRef.noSender());
        shop.tell(0, org.apache.pekko.actor.ActorRef.noSender());
        assertThat(Patterns.ask(shop, 4, MINUTE).toCompletableFuture().get()).isEqualTo("3: 3");
        shop.tell("closed", org.apache.pekko.actor.ActorRef.noSender());
        assertThat(Patterns.ask(shop, 6, MINUTE).toCompletableFuture().get()).isEqualTo("1: 2");
        end(system);
    }

    record Divide(int divisor, ActorRef<String> replyTo) {}

    static final class Clerk implements Actor<Divide> {
        private int handled;

        @Override
        public void receive(Divide divide) {
            handled++;
            if (divide.divisor() < 0) {
                throw new IllegalStateException("closed");
            }
            divide.replyTo().tell(handled + ": " + 12 / divide.divisor());
        }
    }

    @Test
    void shouldSuperviseByOurs() throws Exception {
        try (ActorSystem system = ActorSystem.create("shop")) {
            // @start region="parent" :
            ActorOptions<Object> options = ActorOptions.defaults()
                    .name("shop")
                    .childSupervision(Supervision.restart()
                            .on(ArithmeticException.class, Directive.RESUME)
                            .limit(10, Duration.ofSeconds(10)));
            ActorRef<Divide> shop = system.spawn(options, context -> {
                ActorRef<Divide> clerk = context.spawn("clerk", child -> new Clerk());
                return clerk::tell;
            });
            // @end
            ActorRef<String> nobody = system.spawn("nobody", context -> answer -> {});
            shop.tell(new Divide(3, nobody));
            shop.tell(new Divide(0, nobody));
            assertThat(ask(shop, 4).get()).isEqualTo("3: 3");
            shop.tell(new Divide(-1, nobody));
            assertThat(ask(shop, 6).get()).isEqualTo("1: 2");
        }
    }

    private static CompletableFuture<String> ask(ActorRef<Divide> shop, int divisor) {
        return shop.ask(replyTo -> new Divide(divisor, replyTo), MINUTE);
    }

    private static CompletionStage<String> load(String key) {
        return CompletableFuture.supplyAsync(() -> "row of " + key);
    }

    // @start region="theirPipe" :
    static final class PekkoReader extends AbstractActor {
        private final BlockingQueue<String> read;

        PekkoReader(BlockingQueue<String> read) {
            this.read = read;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .matchEquals(
                            "read",
                            ignored -> Patterns.pipe(load("ann"), getContext().getDispatcher())
                                    .to(getSelf()))
                    .match(String.class, read::add) // a failure comes as a Status.Failure
                    .match(Terminated.class, gone -> read.add("gone"))
                    .build();
        }

        @Override
        public void preStart() {
            var child = getContext().actorOf(Props.create(PekkoAccount.class));
            getContext().watch(child);
            getContext().stop(child);
        }
    }
    // @end

    @Test
    void shouldPipeAndWatchByPekko() throws Exception {
        var system = org.apache.pekko.actor.ActorSystem.create("shop", SETTINGS);
        BlockingQueue<String> read = new LinkedBlockingQueue<>();
        var reader = system.actorOf(Props.create(PekkoReader.class, () -> new PekkoReader(read)));
        assertThat(read.take()).isEqualTo("gone");
        reader.tell("read", org.apache.pekko.actor.ActorRef.noSender());
        assertThat(read.take()).isEqualTo("row of ann");
        end(system);
    }

    // @start region="pipe" :
    sealed interface Event {}

    record Read(String key) implements Event {}

    record Loaded(@Nullable String row, @Nullable Throwable failure) implements Event {}

    record Gone(String child) implements Event {}

    static Actor<Event> reader(ActorContext<Event> context, BlockingQueue<Event> read) {
        ActorRef<Command> child = context.spawn("account", ignored -> new Account());
        context.watch(child, new Gone("account")); // or without a message: receiveSignal gets a Terminated
        context.stop(child);
        return event -> {
            switch (event) {
                case Read(String key) -> context.pipeToSelf(load(key), Loaded::new);
                case Loaded loaded -> read.add(loaded); // a failure comes in the message
                case Gone gone -> read.add(gone);
            }
        };
    }
    // @end

    @Test
    void shouldPipeAndWatchByOurs() throws Exception {
        BlockingQueue<Event> read = new LinkedBlockingQueue<>();
        try (ActorSystem system = ActorSystem.create("shop")) {
            ActorRef<Event> reader = system.spawn("reader", context -> reader(context, read));
            assertThat(read.take()).isEqualTo(new Gone("account"));
            reader.tell(new Read("ann"));
            assertThat(read.take()).isEqualTo(new Loaded("row of ann", null));
        }
    }

    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private final BlockingQueue<String> packed = new LinkedBlockingQueue<>();

    private void pack(String order) throws InterruptedException {
        mayEnd.await();
        packed.add(order);
    }

    @Test
    void shouldHoldUpSenders() throws Exception {
        try (ActorSystem system = ActorSystem.create("shop")) {
            // @start region="bounded" :
            ActorRef<String> clerk = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(2, OverflowPolicy.BLOCK)),
                    context -> order -> pack(order));
            // @end
            for (int i = 0; i < 3; i++) { // one of them is being handled
                clerk.tell("order " + i);
            }
            CompletableFuture<Void> waits = clerk.tellAsync("the last");
            assertThat(waits).isNotDone();
            mayEnd.countDown();
            assertThat(waits).succeedsWithin(MINUTE);
        }
        assertThat(packed).containsExactly("order 0", "order 1", "order 2", "the last");
    }

    @Test
    void shouldTalkAcross() throws Exception {
        try (ActorSystem ours = ActorSystem.create("bank")) {
            // @start region="shared" :
            Config config = ConfigFactory.parseString(
                            "pekko.actor.default-dispatcher.executor = \"dev.ropewalk.pekko.RopewalkExecutorConfigurator\"")
                    .withFallback(SETTINGS);
            var theirs = org.apache.pekko.actor.ActorSystem.create(
                    "shop", BootstrapSetup.create(config).and(RopewalkSetup.create(ours.scheduler())));
            // @end
            ActorRef<Command> account = ours.spawn("account", context -> new Account());
            var oldAccount = theirs.actorOf(Props.create(PekkoAccount.class));
            // @start region="bridge" :
            PekkoBridge bridge = PekkoBridge.between(ours, theirs);
            // What isn't moved yet tells and asks the new account as if it were one of Pekko's:
            var told = bridge.toRopewalk("account", Command.class, account);
            var asked = bridge.asking(
                    "balance",
                    Balance.class,
                    account,
                    (Balance question, ActorRef<Long> replyTo) -> new HowMuch(replyTo),
                    Duration.ofMinutes(1));
            told.tell(new Pay(10), org.apache.pekko.actor.ActorRef.noSender());
            // What is moved tells and asks the old one:
            ActorRef<Deposit> old = bridge.toPekko("old", oldAccount);
            old.tell(new Deposit(7));
            // @end
            Await.until(
                    "the new account has it",
                    () -> Long.valueOf(10)
                            .equals(Patterns.ask(asked, new Balance(), MINUTE)
                                    .toCompletableFuture()
                                    .join()));
            Await.until(
                    "the old account has it",
                    () -> Long.valueOf(7)
                            .equals(bridge.ask(oldAccount, new Balance(), Long.class, MINUTE)
                                    .join()));
            end(theirs);
        }
    }

    private static void end(org.apache.pekko.actor.ActorSystem system) {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
