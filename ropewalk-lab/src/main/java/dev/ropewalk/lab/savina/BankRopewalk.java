package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Bank.Balance;
import dev.ropewalk.lab.savina.Bank.Balances;
import dev.ropewalk.lab.savina.Bank.Sizes;
import dev.ropewalk.lab.savina.Bank.TellerCue;
import dev.ropewalk.lab.savina.Bank.ToTeller;
import dev.ropewalk.lab.savina.Bank.Transaction;
import dev.ropewalk.lab.savina.Bank.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@link Bank} on Ropewalk. */
final class BankRopewalk {
    /** What an account gets. */
    private sealed interface ToAccount {}

    private enum AccountCue implements ToAccount {
        ACKNOWLEDGED,
        REPORT
    }

    private record Pay(long amount, ActorRef<ToAccount> payee) implements ToAccount {}

    private record Credit(long amount, ActorRef<ToAccount> replyTo) implements ToAccount {}

    private BankRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToTeller>run(
                system, TellerCue.START, (context, answer) -> new Teller(context, answer, sizes));
    }

    private static final class Teller implements Actor<ToTeller> {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final List<ActorRef<ToAccount>> accounts = new ArrayList<>();
        private final Balances balances;
        private int transacted;
        private int reported;

        Teller(ActorContext<ToTeller> context, CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
            balances = new Balances(sizes.accounts());
            ActorOptions<Object> options = ActorOptions.defaults().stashCapacity(sizes.transactions());
            for (int k = 0; k < sizes.accounts(); k++) {
                int number = k;
                accounts.add(context.spawn(options, own -> new Account(own, context.self(), number)));
            }
        }

        @Override
        public void receive(ToTeller message) {
            switch (message) {
                case TellerCue.START -> start();
                case TellerCue.TRANSACTED -> {
                    transacted++;
                    if (transacted == sizes.transactions()) {
                        accounts.forEach(account -> account.tell(AccountCue.REPORT));
                    }
                }
                case Balance(int account, long amount) -> {
                    balances.add(account, amount);
                    reported++;
                    if (reported == sizes.accounts()) {
                        answer.complete(balances.answer());
                    }
                }
            }
        }

        private void start() {
            var transactions = new Transactions(sizes.accounts());
            for (int k = 0; k < sizes.transactions(); k++) {
                Transaction transaction = transactions.next();
                accounts.get(transaction.from()).tell(new Pay(transaction.amount(), accounts.get(transaction.to())));
            }
        }
    }

    private static final class Account implements Actor<ToAccount> {
        private final ActorContext<ToAccount> context;
        private final ActorRef<ToTeller> teller;
        private final int number;
        private long balance = Bank.STARTING_BALANCE;
        private boolean waiting;

        Account(ActorContext<ToAccount> context, ActorRef<ToTeller> teller, int number) {
            this.context = context;
            this.teller = teller;
            this.number = number;
        }

        @Override
        public void receive(ToAccount message) {
            if (waiting && message != AccountCue.ACKNOWLEDGED) {
                context.stash().add(message);
                return;
            }
            switch (message) {
                case Pay(long amount, var payee) -> {
                    balance -= amount;
                    waiting = true;
                    payee.tell(new Credit(amount, context.self()));
                }
                case Credit(long amount, var replyTo) -> {
                    balance += amount;
                    replyTo.tell(AccountCue.ACKNOWLEDGED);
                }
                case AccountCue.ACKNOWLEDGED -> {
                    waiting = false;
                    teller.tell(TellerCue.TRANSACTED);
                    context.stash().unstashAll();
                }
                case AccountCue.REPORT -> teller.tell(new Balance(number, balance));
            }
        }
    }
}
