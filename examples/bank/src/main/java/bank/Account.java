package bank;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import java.util.HashSet;
import java.util.Set;

/** An account. It may fail at any message: what it has is in its safe, which the account that takes its place opens again. */
final class Account implements Actor<Account.Command> {
    sealed interface Command {}

    /** Takes an amount out, once however often this comes; answers whether there was enough. */
    record Withdraw(long transfer, long amount, ActorRef<Boolean> replyTo) implements Command {}

    /** Puts an amount in, once however often this comes. */
    record Deposit(long transfer, long amount, ActorRef<Boolean> replyTo) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    /** What outlives failures: all of it changes at once, or nothing. */
    static final class Safe {
        private final Set<Long> transfers = new HashSet<>();
        private long balance;

        Safe(long balance) {
            this.balance = balance;
        }

        /** Books a transfer unless it is booked already; returns false if there isn't enough for it. */
        boolean book(long transfer, long amount) {
            if (!transfers.contains(transfer)) {
                if (balance + amount < 0) {
                    return false;
                }
                transfers.add(transfer);
                balance += amount;
            }
            return true;
        }
    }

    private final Safe safe;
    private final Chaos chaos;

    Account(Safe safe, Chaos chaos) {
        this.safe = safe;
        this.chaos = chaos;
    }

    @Override
    public void receive(Command command) {
        switch (command) {
            case Withdraw(long transfer, long amount, ActorRef<Boolean> replyTo) -> book(transfer, -amount, replyTo);
            case Deposit(long transfer, long amount, ActorRef<Boolean> replyTo) -> book(transfer, amount, replyTo);
            case Balance(ActorRef<Long> replyTo) -> replyTo.tell(safe.balance);
        }
    }

    private void book(long transfer, long amount, ActorRef<Boolean> replyTo) {
        chaos.strike(); // the message is lost
        boolean isBooked = safe.book(transfer, amount);
        chaos.strike(); // it is booked, and nobody is told
        replyTo.tell(isBooked);
    }
}
