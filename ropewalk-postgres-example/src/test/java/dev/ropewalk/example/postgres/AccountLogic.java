package dev.ropewalk.example.postgres;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateLogic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Accounts that send each other money. */
final class AccountLogic
        implements StateLogic<String, AccountLogic.Account, AccountLogic.Command, AccountLogic.Transfer> {
    static final EntityType<String, Command> ACCOUNTS = EntityType.of("account", String.class, Command.class);

    /** The ids are in the database: none of them may be used for another type. */
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Boolean.class)
            .register(3, Long.class)
            .register(4, Account.class)
            .register(5, Transfer.class)
            .registerSealed(
                    Command.class,
                    Map.of(Deposit.class, 6, Balance.class, 7, Send.class, 8, Credit.class, 9, Wake.class, 10))
            .build();

    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);

    /**
     * The state of an account.
     *
     * @param credited the number of the last transfer that has come of each other account
     */
    record Account(long balance, Map<String, Long> credited) {
        Account plus(long amount) {
            return new Account(balance + amount, credited);
        }

        Account credited(Credit credit) {
            Map<String, Long> more = new HashMap<>(credited);
            more.put(credit.from(), credit.number());
            return new Account(balance + credit.amount(), more);
        }

        boolean knows(Credit credit) {
            return credited.getOrDefault(credit.from(), -1L) >= credit.number();
        }
    }

    /** What an account sends. */
    record Transfer(String to, long amount) {}

    /** What an account understands. */
    sealed interface Command {}

    record Deposit(long amount, ActorRef<Long> replyTo) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    record Send(String to, long amount, ActorRef<Boolean> replyTo) implements Command {}

    /** A transfer has come. */
    record Credit(String from, long number, long amount, ActorRef<Boolean> replyTo) implements Command {}

    /** Does nothing, but has the account begin, and go on sending. */
    record Wake() implements Command {}

    private final Cluster cluster;

    AccountLogic(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Account initial(String key) {
        return new Account(0, Map.of());
    }

    @Override
    public Effect<Account, Transfer> handle(EntityContext<String, Command> entity, Account account, Command command) {
        return switch (command) {
            case Deposit(long amount, ActorRef<Long> replyTo) ->
                save(account.plus(amount)).answer(replyTo, account.balance() + amount);
            case Balance(ActorRef<Long> replyTo) -> answer(replyTo, account.balance());
            case Send(String to, long amount, ActorRef<Boolean> replyTo) ->
                account.balance() < amount
                        ? answer(replyTo, false)
                        : save(account.plus(-amount))
                                .send(new Transfer(to, amount))
                                .answer(replyTo, true);
            case Credit credit ->
                account.knows(credit)
                        ? answer(credit.replyTo(), true)
                        : save(account.credited(credit)).answer(credit.replyTo(), true);
            case Wake() -> none();
        };
    }

    @Override
    public CompletionStage<?> deliver(String from, OutboxMessage<Transfer> message) {
        Transfer transfer = message.message();
        return cluster.entity(ACCOUNTS, transfer.to())
                .<Boolean>ask(replyTo -> new Credit(from, message.number(), transfer.amount(), replyTo), ANSWER_TIME);
    }
}
