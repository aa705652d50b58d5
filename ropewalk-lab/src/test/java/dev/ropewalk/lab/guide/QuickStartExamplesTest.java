package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/quick-start.md. */
class QuickStartExamplesTest {
    // @start region="messages" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> answerTo) implements Command {}
    // @end

    // @start region="actor" :
    static final class Account implements Actor<Command> {
        private long balance; // no lock: an actor handles one message at a time

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> {
                    if (amount <= 0) {
                        throw new IllegalArgumentException("an amount of " + amount);
                    }
                    balance += amount;
                }
                case Balance(ActorRef<Long> answerTo) -> answerTo.tell(balance);
            }
        }
    }
    // @end

    @Test
    void shouldTellTheBalance() {
        long balance;
        // @start region="use" :
        try (ActorSystem bank = ActorSystem.create("bank")) {
            ActorRef<Command> account = bank.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            account.tell(new Deposit(32));
            balance = account.ask(Balance::new, Duration.ofMinutes(1)).join(); // 42
        }
        // @end
        assertThat(balance).isEqualTo(42);
    }

    @Test
    void shouldBeginAgainAfterAFailure() {
        long balance;
        // @start region="failure" :
        try (ActorSystem bank = ActorSystem.create("bank")) {
            ActorRef<Command> account = bank.spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            account.tell(new Deposit(0)); // fails
            account.tell(new Deposit(5)); // is handled by the next Account
            balance = account.ask(Balance::new, Duration.ofMinutes(1)).join(); // 5
        }
        // @end
        assertThat(balance).isEqualTo(5);
    }
}
