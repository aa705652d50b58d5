package bank;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A bank: accounts and tellers are actors that fail all the time, and in the end no money is lost or made. */
final class Bank {
    private static final long MONEY = 1000;
    private static final int TELLERS = 1000;
    private static final Chaos CHAOS = new Chaos(50);

    /** Each failure would be a line. Kept, as loggers are forgotten otherwise. */
    private static final Logger FAILURES = Logger.getLogger("dev.ropewalk.actor");

    private final List<ActorRef<Account.Command>> accounts = new ArrayList<>();

    /** Returns whether the sum is the same in the end. */
    private boolean run(int size, int transfers) {
        long begun = System.nanoTime();
        // No number of failures makes anyone give up.
        Supervision supervision = Supervision.restart().limit(Integer.MAX_VALUE, Duration.ofSeconds(1));
        try (ActorSystem system =
                ActorSystem.builder("bank").supervision(supervision).build()) {
            for (int i = 0; i < size; i++) {
                var safe = new Account.Safe(MONEY);
                accounts.add(system.spawn("account-" + i, context -> new Account(safe, CHAOS)));
            }
            long refused = transfer(system, transfers);
            ActorSystemStats stats = system.stats();
            System.out.printf(
                    "%d accounts, %d transfers of which %d were refused, %d failures, %d restarts in %.1f s%n",
                    size, transfers, refused, stats.failures(), stats.restarts(), (System.nanoTime() - begun) / 1e9);
            List<Long> balances = accounts.stream()
                    .map(account -> account.<Long>ask(Account.Balance::new, Duration.ofSeconds(60)))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            long sum = balances.stream().mapToLong(balance -> balance).sum();
            long poorest = balances.stream().mapToLong(balance -> balance).min().orElseThrow();
            System.out.printf("the sum was %d and is %d; the poorest has %d%n", size * MONEY, sum, poorest);
            return sum == size * MONEY && poorest >= 0;
        }
    }

    /** Has tellers share so many transfers, and returns how many were refused. */
    private long transfer(ActorSystem system, int transfers) {
        List<Teller.Desk> desks = new ArrayList<>();
        for (long i = 0; i < TELLERS; i++) {
            var desk = new Teller.Desk(transfers * i / TELLERS, transfers * (i + 1) / TELLERS);
            desks.add(desk);
            system.<Teller.Answer>spawn("teller-" + i, context -> new Teller(context, desk, accounts, CHAOS));
        }
        return desks.stream()
                .mapToLong(desk ->
                        desk.done().orTimeout(100, TimeUnit.SECONDS).join().refused())
                .sum();
    }

    public static void main(String[] args) {
        boolean areNumbers = Stream.of(args).allMatch(arg -> arg.matches("\\d{1,9}"));
        if (args.length > 2 || !areNumbers || (args.length > 0 && Integer.parseInt(args[0]) < 2)) {
            System.err.println("Usage: java -jar bank.jar [ACCOUNTS [TRANSFERS]]");
            System.err.println("There are 100000 accounts and 100000 transfers unless told otherwise.");
            System.err.println("Two accounts are the least: money goes from one to another.");
            System.exit(2);
        }
        int size = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int transfers = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        FAILURES.setLevel(Level.SEVERE);
        if (!new Bank().run(size, transfers)) {
            System.exit(1);
        }
    }
}
