package dev.ropewalk.cluster.testkit.store;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateLogic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Accounts that transfer money to each other: the sum of all never changes, and each transfer comes once. */
class Bank implements StateLogic<String, Bank.Account, Bank.Command, Bank.Transfer> {
    static final EntityType<String, Command> TYPE = EntityType.of("account", String.class, Command.class);
    static final long INITIAL = 100;

    private static final Duration ANSWER_TIME = Duration.ofSeconds(2);

    private final Cluster cluster;

    Bank(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * The state of an account.
     *
     * @param credited the number of the last transfer that has come of each other account
     */
    record Account(long balance, Map<String, Long> credited) {
        Account {
            credited = Map.copyOf(credited);
        }

        Account plus(long amount) {
            return new Account(balance + amount, credited);
        }

        Account credited(String from, long number) {
            var more = new TreeMap<>(credited);
            more.put(from, number);
            return new Account(balance, more);
        }
    }

    /** What goes to another account. */
    record Transfer(String to, long amount) {}

    /** What an account understands. */
    sealed interface Command permits Deposit, Send, Credit, Balance, Nothing {}

    record Deposit(long amount, Optional<ActorRef<Long>> replyTo) implements Command {}

    record Send(String to, long amount, ActorRef<Boolean> replyTo) implements Command {}

    record Credit(String from, long number, long amount, ActorRef<Boolean> replyTo) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    record Nothing() implements Command {}

    @Override
    public Account initial(String key) {
        return new Account(INITIAL, Map.of());
    }

    @Override
    public Effect<Account, Transfer> handle(EntityContext<String, Command> entity, Account account, Command command) {
        return switch (command) {
            case Deposit(long amount, Optional<ActorRef<Long>> replyTo) -> {
                Account more = account.plus(amount);
                yield replyTo.isPresent() ? save(more).answer(replyTo.get(), more.balance()) : save(more);
            }
            case Send(String to, long amount, ActorRef<Boolean> replyTo)
            when account.balance() < amount -> answer(replyTo, false);
            case Send(String to, long amount, ActorRef<Boolean> replyTo) ->
                save(account.plus(-amount)).send(new Transfer(to, amount)).answer(replyTo, true);
            case Credit credit when isKnown(account, credit) -> answer(credit.replyTo(), true);
            case Credit(String from, long number, long amount, ActorRef<Boolean> replyTo) ->
                save(account.plus(amount).credited(from, number)).answer(replyTo, true);
            case Balance(ActorRef<Long> replyTo) -> answer(replyTo, account.balance());
            case Nothing() -> none();
        };
    }

    private static boolean isKnown(Account account, Credit credit) {
        return account.credited().getOrDefault(credit.from(), -1L) >= credit.number();
    }

    @Override
    public CompletionStage<?> deliver(String from, OutboxMessage<Transfer> message) {
        Transfer transfer = message.message();
        return cluster.entity(TYPE, transfer.to())
                .<Boolean>ask(replyTo -> new Credit(from, message.number(), transfer.amount(), replyTo), ANSWER_TIME);
    }
}
