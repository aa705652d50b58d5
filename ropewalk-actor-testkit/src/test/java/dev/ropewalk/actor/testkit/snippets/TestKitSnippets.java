package dev.ropewalk.actor.testkit.snippets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import java.time.Duration;

/** The code that the documentation of the test kit shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class TestKitSnippets {
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

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

    record Deposited(long amount) {}

    static final class Audited implements Actor<Command> {
        private final ActorRef<Deposited> audit;

        Audited(ActorRef<Deposited> audit) {
            this.audit = audit;
        }

        @Override
        public void receive(Command command) {
            if (command instanceof Deposit(long amount)) {
                audit.tell(new Deposited(amount));
            }
        }
    }

    void testKit() {
        // @start region="testkit" :
        try (ActorTestKit kit = ActorTestKit.create()) {
            ActorRef<Command> account = kit.system().spawn("account", context -> new Account());
            account.tell(new Deposit(10));
            assertEquals(10L, kit.ask(account, Balance::new));
        }
        // @end
    }

    void probes(ActorTestKit kit) {
        // @start region="probe" :
        Probe<Deposited> audit = kit.probe("audit");
        ActorRef<Command> account = kit.system().spawn("account", context -> new Audited(audit.ref()));
        account.tell(new Deposit(10));
        audit.expect(new Deposited(10));
        audit.expectNothingFor(Duration.ofMillis(50));
        // @end
    }
}
