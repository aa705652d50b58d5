package bank;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Makes transfers, one after the other: out of one account, then into the other. It may fail at any message, like accounts. */
final class Teller implements Actor<Teller.Answer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What an account says to the step that it was asked for; null if it has failed. One question is open at a time. */
    record Answer(Boolean isBooked) {}

    /** What outlives failures: at which transfer the teller is, and how far. */
    static final class Desk {
        private final CompletableFuture<Desk> done = new CompletableFuture<>();
        private final long end;
        private long transfer;
        private boolean isDeposit;
        private long refused;

        Desk(long first, long end) {
            transfer = first;
            this.end = end;
        }

        CompletableFuture<Desk> done() {
            return done;
        }

        long refused() {
            return refused;
        }
    }

    private final ActorContext<Answer> context;
    private final Desk desk;
    private final List<ActorRef<Account.Command>> accounts;
    private final Chaos chaos;

    Teller(ActorContext<Answer> context, Desk desk, List<ActorRef<Account.Command>> accounts, Chaos chaos) {
        this.context = context;
        this.desk = desk;
        this.accounts = accounts;
        this.chaos = chaos;
        ask();
    }

    /** Asks for what comes next, perhaps again: accounts do it once. */
    private void ask() {
        if (desk.transfer == desk.end) {
            desk.done.complete(desk);
            return;
        }
        long transfer = desk.transfer;
        boolean isDeposit = desk.isDeposit;
        var random = new SplittableRandom(transfer); // the same accounts and amount each time
        int from = random.nextInt(accounts.size());
        int to = (from + random.nextInt(1, accounts.size())) % accounts.size();
        long amount = random.nextLong(1, 500);
        context.<Account.Command, Boolean>ask(
                accounts.get(isDeposit ? to : from),
                replyTo -> isDeposit
                        ? new Account.Deposit(transfer, amount, replyTo)
                        : new Account.Withdraw(transfer, amount, replyTo),
                PATIENCE,
                (isBooked, failure) -> new Answer(isBooked));
    }

    @Override
    public void receive(Answer answer) {
        chaos.strike();
        if (answer.isBooked != null) {
            if (!answer.isBooked) {
                desk.refused++;
            }
            desk.isDeposit = answer.isBooked && !desk.isDeposit;
            if (!desk.isDeposit) {
                desk.transfer++;
            }
        }
        ask();
    }
}
