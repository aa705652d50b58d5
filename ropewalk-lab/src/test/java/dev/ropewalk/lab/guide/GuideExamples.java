package dev.ropewalk.lab.guide;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The code of README.md. {@link GuideTest} compares them, region by region. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // it shows what can be called
abstract class GuideExamples {
    private long balance;

    sealed interface Command permits Deposit, Balance {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> answerTo) implements Command {}

    interface Ledger {
        CompletableFuture<Long> book(String account, long amount);
    }

    abstract void readInput();

    abstract Actor<Command> newAccount();

    abstract Ledger newLedger();

    abstract void log(Object message);

    void strands() {
        // @start region="strands" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand account = scheduler.newStrand();
            account.execute(() -> balance += 10); // tasks of a strand never overlap:
            account.execute(() -> balance -= 3); // no lock, no volatile
            scheduler.threadFactory().newThread(this::readInput).start(); // virtual, on the same workers
        }
        // @end
    }

    void actors() {
        // @start region="actors" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> newAccount());
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));

            Ledger ledger = system.proxy(Ledger.class, this::newLedger);
            ledger.book("rent", 10); // a call of an ordinary interface becomes a message

            system.spawnBlocking(inbox -> {
                while (true) {
                    log(inbox.receive()); // waits where it likes: it runs on a virtual thread
                }
            });
        }
        // @end
    }
}
