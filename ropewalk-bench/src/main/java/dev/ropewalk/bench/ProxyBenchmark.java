package dev.ropewalk.bench;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a call of a typed proxy costs beside a message written by hand, from sending to having been handled. One actor sends,
 * in bursts, another handles; both share the only worker.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(3)
public class ProxyBenchmark {
    private static final int BURST = 100;
    private static final int BURSTS = 1000;

    private Scheduler scheduler = Scheduler.create();
    private ActorSystem system = ActorSystem.create("bench");
    private ActorRef<Burst> sender = system.spawn(context -> burst -> {});
    private ActorRef<Command> account = system.spawn(context -> command -> {});
    private Account proxy = system.proxy(Account.class, SavingsAccount::new);

    /** What the actor understands as messages. */
    public sealed interface Command {
        /** Adds to the balance. */
        record Deposit(long amount) implements Command {}

        /** Asks for the balance. */
        record Balance(CompletableFuture<Long> answer) implements Command {}
    }

    /** What the actor understands as calls. */
    public interface Account {
        /** Adds to the balance. */
        void deposit(long amount);

        /** Returns the balance. */
        CompletableFuture<Long> balance();
    }

    private static final class CommandedAccount implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Command.Deposit(long amount) -> balance += amount;
                case Command.Balance(CompletableFuture<Long> answer) -> answer.complete(balance);
            }
        }
    }

    private static final class SavingsAccount implements Account {
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

    /** Sends once, and again after what it has sent has been handled. */
    private record Burst(Runnable send, int left, CountDownLatch done) {}

    /** Starts the actors. */
    @Setup
    public void open() {
        close();
        scheduler = Scheduler.builder().workers(1).build();
        system = ActorSystem.builder("bench").scheduler(scheduler).build();
        account = system.spawn(context -> new CommandedAccount());
        proxy = system.proxy(Account.class, SavingsAccount::new);
        sender = system.spawn(context -> burst -> {
            burst.send().run();
            if (burst.left() > 1) {
                context.self().tell(new Burst(burst.send(), burst.left() - 1, burst.done()));
            } else {
                burst.done().countDown();
            }
        });
    }

    /** Stops the actors. */
    @TearDown
    public void close() {
        system.close();
        scheduler.close();
    }

    /** Messages by hand. */
    @Benchmark
    @OperationsPerInvocation(BURST * BURSTS)
    public long tell() throws InterruptedException {
        send(() -> {
            ActorRef<Command> to = account;
            for (int i = 0; i < BURST; i++) {
                to.tell(new Command.Deposit(i));
            }
        });
        var balance = new CompletableFuture<Long>();
        account.tell(new Command.Balance(balance));
        return balance.join();
    }

    /** Calls. */
    @Benchmark
    @OperationsPerInvocation(BURST * BURSTS)
    public long proxy() throws InterruptedException {
        send(() -> {
            Account to = proxy;
            for (int i = 0; i < BURST; i++) {
                to.deposit(i);
            }
        });
        return proxy.balance().join();
    }

    private void send(Runnable burst) throws InterruptedException {
        var done = new CountDownLatch(1);
        sender.tell(new Burst(burst, BURSTS, done));
        done.await();
    }
}
