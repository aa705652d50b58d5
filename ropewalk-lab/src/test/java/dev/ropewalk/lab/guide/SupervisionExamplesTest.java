package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Signal;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.Terminated;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/supervision.md, and what it computes. */
class SupervisionExamplesTest {
    private final BlockingQueue<Object> printed = new LinkedBlockingQueue<>();

    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    // @start region="account" :
    static final class Account implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) when amount < 0 -> throw new IllegalArgumentException("below 0: " + amount);
                case Deposit(long amount) -> balance += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }
    // @end

    // @start region="branch" :
    static final class Branch implements Actor<Command> {
        private final ActorContext<Command> context;
        private ActorRef<Command> account;

        Branch(ActorContext<Command> context) {
            this.context = context;
            account = open();
        }

        private ActorRef<Command> open() {
            ActorRef<Command> opened = context.spawn(next -> new Account());
            context.watch(opened);
            return opened;
        }

        @Override
        public void receive(Command command) {
            account.tell(command);
        }

        @Override
        public void receiveSignal(Signal signal) {
            if (signal instanceof Terminated) { // of the one that it watches
                account = open();
            }
        }
    }
    // @end

    @Test
    void shouldRestart() throws Exception {
        // @start region="restart" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            account.tell(new Deposit(-3)); // throws: a fresh Account takes its place
            account.tell(new Deposit(5));
            print(account.ask(Balance::new, Duration.ofSeconds(30)).get()); // 5
        }
        // @end

        assertThat(printed).containsExactly(5L);
    }

    @Test
    void shouldDecideByTheFailure() throws Exception {
        // @start region="rules" :
        Supervision supervision = Supervision.restart()
                .on(IllegalArgumentException.class, Directive.RESUME) // the first rule that fits
                .on(SecurityException.class, Directive.STOP)
                .limit(5, Duration.ofMinutes(1)) // the sixth restart within a minute is a stop
                .backoff(Duration.ofMillis(10), Duration.ofSeconds(1), 0.2); // 10 ms, 20, 40 ... and up to a fifth more
        try (ActorSystem system =
                ActorSystem.builder("bank").supervision(supervision).build()) {
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            account.tell(new Deposit(-3)); // that message is gone; the balance stays
            print(account.ask(Balance::new, Duration.ofSeconds(30)).get()); // 10
        }
        // @end

        assertThat(printed).containsExactly(10L);
    }

    @Test
    void shouldTellTheAsker() throws Exception {
        try (ActorSystem system = ActorSystem.builder("bank")
                .supervision(Supervision.always(Directive.STOP))
                .build()) {
            // @start region="asker" :
            ActorRef<Command> account = system.spawn(context -> command -> {
                throw new IllegalStateException("closed");
            });
            CompletableFuture<Long> first = account.ask(Balance::new, Duration.ofSeconds(30)); // IllegalStateException
            CompletableFuture<Long> second = account.ask(Balance::new, Duration.ofSeconds(30)); // ActorStoppedException
            // @end

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(first::get)
                    .withCauseInstanceOf(IllegalStateException.class);
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(second::get)
                    .withCauseInstanceOf(ActorStoppedException.class);
        }
    }

    @Test
    void shouldReplaceWhatHasStopped() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="children" :
            ActorOptions<Object> options =
                    ActorOptions.defaults().name("branch").childSupervision(Supervision.always(Directive.STOP));
            ActorRef<Command> branch = system.spawn(options, Branch::new);
            // @end
            List<String> first = accounts(system);
            branch.tell(new Deposit(10));
            branch.tell(new Deposit(-1));

            Await.until(
                    "another account",
                    () -> accounts(system).size() == 1 && !accounts(system).equals(first));
            assertThat(branch.<Long>ask(Balance::new, Duration.ofMinutes(1)).get())
                    .isEqualTo(0);
        }
    }

    @Test
    void shouldTellOfFailures() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank")) {
            // @start region="events" :
            ActorRef<ActorFailure> alarm = system.spawn(
                    "alarm",
                    context -> failure ->
                            print(failure.actor().path() + ": " + failure.cause() + ", " + failure.directive()));
            system.events().subscribe(ActorFailure.class, alarm);
            // @end
            ActorRef<Command> account = system.spawn("account", context -> new Account());
            account.tell(new Deposit(-3));

            assertThat(printed.poll(1, TimeUnit.MINUTES))
                    .isEqualTo("/bank/account: java.lang.IllegalArgumentException: below 0: -3, RESTART");
        }
    }

    private static List<String> accounts(ActorSystem system) {
        return system.snapshot()
                .all()
                .map(ActorSnapshot::path)
                .filter(path -> path.startsWith("/bank/branch/"))
                .toList();
    }

    private void print(Object what) {
        printed.add(what);
    }
}
