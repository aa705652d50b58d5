package dev.ropewalk.lab.savina;

import java.util.SplittableRandom;

/**
 * Transactions between the accounts of a bank. An account that has paid handles nothing else until the payee has
 * acknowledged. Payees have higher numbers, so that accounts can't wait in a circle.
 */
final class Bank implements Program {
    /** What an account begins with. */
    static final long STARTING_BALANCE = 1_000_000;

    private static final int MAX_AMOUNT = 1_000;

    record Sizes(int accounts, int transactions) {}

    /** An amount that one account, by its number, pays another. */
    record Transaction(int from, int to, long amount) {}

    /** What the teller gets. */
    sealed interface ToTeller {}

    enum TellerCue implements ToTeller {
        START,
        TRANSACTED
    }

    /** What an account holds in the end. */
    record Balance(int account, long amount) implements ToTeller {}

    /** What the teller books, one transaction after the other. */
    static final class Transactions {
        private final SplittableRandom random = new SplittableRandom(7);
        private final int accounts;

        Transactions(int accounts) {
            this.accounts = accounts;
        }

        /** Returns the next; it is from one of the first four fifths of the accounts, as in the original. */
        Transaction next() {
            int from = random.nextInt(accounts * 4 / 5);
            int to = random.nextInt(from + 1, accounts);
            return new Transaction(from, to, 1 + random.nextInt(MAX_AMOUNT));
        }
    }

    /** The balances of all accounts. */
    static final class Balances {
        private final long[] amounts;

        Balances(int accounts) {
            amounts = new long[accounts];
        }

        void add(int account, long amount) {
            amounts[account] += amount;
        }

        String answer() {
            long sum = 0;
            long checksum = 0;
            for (long amount : amounts) {
                sum += amount;
                checksum = 31 * checksum + amount;
            }
            return "sum " + sum + ", checksum " + checksum;
        }
    }

    @Override
    public String label() {
        return "bank";
    }

    @Override
    public String description() {
        return "a teller books 50 000 transactions between 1 000 accounts; an account stashes all else until the other one has"
                + " acknowledged (so that a message is stashed and put back many times)";
    }

    private static Sizes sizes(Scale scale) {
        return new Sizes(scale.pick(10, 1_000), scale.pick(200, 50_000));
    }

    @Override
    public String answer(Scale scale) {
        Sizes sizes = sizes(scale);
        var balances = new Balances(sizes.accounts());
        for (int account = 0; account < sizes.accounts(); account++) {
            balances.add(account, STARTING_BALANCE);
        }
        var transactions = new Transactions(sizes.accounts());
        for (int k = 0; k < sizes.transactions(); k++) {
            Transaction transaction = transactions.next();
            balances.add(transaction.from(), -transaction.amount());
            balances.add(transaction.to(), transaction.amount());
        }
        return balances.answer();
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return BankRopewalk.run(system, sizes(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return BankPekko.run(system, sizes(scale));
    }
}
