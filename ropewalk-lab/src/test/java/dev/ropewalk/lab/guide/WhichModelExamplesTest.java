package dev.ropewalk.lab.guide;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.task.BoundedExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/which-model.md: one account in each model. */
class WhichModelExamplesTest {
    private static final List<Integer> AMOUNTS = List.of(100, -30, 50, -20);

    private final AtomicInteger calls = new AtomicInteger();
    private int balance;

    private int fetch(int amount) {
        calls.incrementAndGet();
        return amount;
    }

    @Test
    void shouldKeepAnAccountInAStrand() {
        // @start region="strand" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand account = scheduler.newStrand();
            for (int amount : AMOUNTS) {
                account.execute(() -> balance += amount); // one after another: no lock, no volatile
            }
        } // close() waits for what was submitted
        // @end
        assertThat(balance).isEqualTo(100);
    }

    // @start region="account" :
    sealed interface Command {}

    record Book(int amount) implements Command {}

    record Balance(ActorRef<Integer> answerTo) implements Command {}

    static final class Account implements Actor<Command> {
        private int balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Book(int amount) -> balance += amount;
                case Balance(ActorRef<Integer> answerTo) -> answerTo.tell(balance);
            }
        }
    }
    // @end

    @Test
    void shouldKeepAnAccountInAnActor() {
        int balance;
        // @start region="actor" :
        try (ActorSystem bank = ActorSystem.create("bank")) {
            ActorRef<Command> account = bank.spawn("account", context -> new Account());
            for (int amount : AMOUNTS) {
                account.tell(new Book(amount));
            }
            balance = account.ask(Balance::new, Duration.ofMinutes(1)).join();
        }
        // @end
        assertThat(balance).isEqualTo(100);
    }

    @Test
    void shouldKeepAnAccountInAProcess() throws InterruptedException {
        int balance;
        // @start region="process" :
        try (Scheduler scheduler = Scheduler.create();
                ProcessScope bank = ProcessScope.open(scheduler)) {
            Channel<Integer> amounts = bank.<Integer>channel().buffered(16);
            bank.spawn("teller", () -> {
                for (int amount : AMOUNTS) {
                    amounts.send(amount); // waits while the channel is full
                }
                amounts.close();
            });
            ScopedProcess<Integer> account = bank.spawn("account", () -> {
                int sum = 0;
                for (int amount : amounts) {
                    sum += amount;
                }
                return sum;
            });
            bank.join(); // throws what a process has thrown
            balance = account.result();
        }
        // @end
        assertThat(balance).isEqualTo(100);
    }

    // @start region="event" :
    static final class Booking {
        int amount;
        int fee;
    }
    // @end

    @Test
    void shouldKeepAnAccountInAPipeline() throws InterruptedException {
        // @start region="pipeline" :
        try (Pipeline<Booking> bookings = Pipeline.builder(Booking::new)
                .capacity(1024)
                .stage("fees", (booking, sequence, endOfBatch) -> booking.fee = Math.abs(booking.amount) / 10)
                .stage("account", (booking, sequence, endOfBatch) -> balance += booking.amount - booking.fee)
                .build()) {
            for (int amount : AMOUNTS) {
                bookings.publish((booking, sequence) -> booking.amount = amount); // into an object that is there
            }
        }
        // @end
        assertThat(balance).isEqualTo(80);
    }

    @Test
    void shouldFetchAmountsBoundedly() throws Exception {
        int sum = 0;
        // @start region="bounded" :
        try (BoundedExecutor executor =
                BoundedExecutor.builder(600).name("fetches").build()) {
            Limiter bank = Limiter.gradient().name("bank").build();
            List<Future<Integer>> amounts = new ArrayList<>();
            for (int amount : AMOUNTS) {
                amounts.add(executor.submit(
                        () -> bank.call(() -> fetch(amount)))); // 600 at once, fewer when the bank is slow
            }
            for (Future<Integer> amount : amounts) {
                sum += amount.get();
            }
        }
        // @end
        assertThat(sum).isEqualTo(100);
        assertThat(calls).hasValue(4);
    }

    @Test
    void shouldAddUpInAGraph() throws InterruptedException {
        int balance;
        // @start region="graph" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<Integer> paidIn = draft.action("paid in", context -> fetch(100) + fetch(50));
        Action<Integer> paidOut = draft.action("paid out", context -> fetch(-30) + fetch(-20));
        Action<Integer> both = draft.action("balance", context -> context.value(paidIn) + context.value(paidOut))
                .after(paidIn, paidOut);
        GraphResult result = draft.build().start().join().orThrow();
        balance = result.value(both);
        // @end
        assertThat(balance).isEqualTo(100);
    }

    @Test
    void shouldKeepAnAccountInAJournal(@TempDir Path folder) {
        // @start region="journal" :
        try (Journal journal = Journal.open(folder);
                Appender appender = journal.appender();
                Tailer account = journal.tailer("account")) { // goes on behind what it has committed
            for (int amount : AMOUNTS) {
                appender.append(new byte[] {(byte) amount});
            }
            account.poll((memory, offset, length, index) -> balance += memory.get(JAVA_BYTE, offset));
            account.commit();
        }
        // @end
        assertThat(balance).isEqualTo(100);
    }
}
