package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Bank.Balance;
import dev.ropewalk.lab.savina.Bank.Balances;
import dev.ropewalk.lab.savina.Bank.Sizes;
import dev.ropewalk.lab.savina.Bank.TellerCue;
import dev.ropewalk.lab.savina.Bank.Transaction;
import dev.ropewalk.lab.savina.Bank.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.AbstractActorWithStash;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Bank} on Pekko. */
final class BankPekko {
    private enum AccountCue {
        ACKNOWLEDGED,
        REPORT
    }

    private record Pay(long amount, ActorRef payee) {}

    private record Credit(long amount) {}

    private BankPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, TellerCue.START, answer -> new Teller(answer, sizes));
    }

    private static final class Teller extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final List<ActorRef> accounts = new ArrayList<>();
        private final Balances balances;
        private int transacted;
        private int reported;

        Teller(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
            balances = new Balances(sizes.accounts());
            for (int k = 0; k < sizes.accounts(); k++) {
                int number = k;
                accounts.add(getContext().actorOf(Props.create(Account.class, () -> new Account(getSelf(), number))));
            }
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case TellerCue.START -> start();
                case TellerCue.TRANSACTED -> {
                    transacted++;
                    if (transacted == sizes.transactions()) {
                        accounts.forEach(account -> account.tell(AccountCue.REPORT, getSelf()));
                    }
                }
                case Balance(int account, long amount) -> {
                    balances.add(account, amount);
                    reported++;
                    if (reported == sizes.accounts()) {
                        answer.complete(balances.answer());
                    }
                }
                default -> unhandled(message);
            }
        }

        private void start() {
            var transactions = new Transactions(sizes.accounts());
            for (int k = 0; k < sizes.transactions(); k++) {
                Transaction transaction = transactions.next();
                accounts.get(transaction.from())
                        .tell(new Pay(transaction.amount(), accounts.get(transaction.to())), getSelf());
            }
        }
    }

    @SuppressWarnings("unchecked") // a private member of Pekko's stash is raw for javac
    private static final class Account extends AbstractActorWithStash {
        private final ActorRef teller;
        private final int number;
        private long balance = Bank.STARTING_BALANCE;
        private boolean waiting;

        Account(ActorRef teller, int number) {
            this.teller = teller;
            this.number = number;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(this::onReceive).build();
        }

        private void onReceive(Object message) {
            if (waiting && message != AccountCue.ACKNOWLEDGED) {
                stash();
                return;
            }
            switch (message) {
                case Pay(long amount, var payee) -> {
                    balance -= amount;
                    waiting = true;
                    payee.tell(new Credit(amount), getSelf());
                }
                case Credit(long amount) -> {
                    balance += amount;
                    getSender().tell(AccountCue.ACKNOWLEDGED, getSelf());
                }
                case AccountCue.ACKNOWLEDGED -> {
                    waiting = false;
                    teller.tell(TellerCue.TRANSACTED, getSelf());
                    unstashAll();
                }
                case AccountCue.REPORT -> teller.tell(new Balance(number, balance), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
