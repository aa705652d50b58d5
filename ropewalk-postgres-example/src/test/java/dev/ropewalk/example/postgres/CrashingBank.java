package dev.ropewalk.example.postgres;

import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoredState;
import dev.ropewalk.example.postgres.AccountLogic.Account;
import dev.ropewalk.example.postgres.AccountLogic.Deposit;
import dev.ropewalk.example.postgres.AccountLogic.Send;
import dev.ropewalk.example.postgres.AccountLogic.Transfer;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A bank whose JVM ends between the commit of a transfer and its sending. Its argument is the URL of the database. */
final class CrashingBank {
    static final int EXIT_CODE = 3;

    private static final Duration LONG = Duration.ofSeconds(30);

    private CrashingBank() {}

    public static void main(String[] arguments) throws Exception {
        try (var bank = new Bank(arguments[0], Crashing::new)) {
            bank.account("ann")
                    .<Long>ask(replyTo -> new Deposit(100, replyTo), LONG)
                    .get();
            bank.account("ann")
                    .<Boolean>ask(replyTo -> new Send("bob", 30, replyTo), LONG)
                    .get();
        }
    }

    private record Crashing(EntityStore<String, Account, Transfer> store)
            implements EntityStore<String, Account, Transfer> {
        @Override
        public CompletionStage<StoredState<Account, Transfer>> load(String key) {
            return store.load(key);
        }

        @Override
        public CompletionStage<?> save(String key, StateChange<Account, Transfer> change) {
            return store.save(key, change).thenRun(() -> {
                if (!change.messages().isEmpty()) {
                    Runtime.getRuntime().halt(EXIT_CODE);
                }
            });
        }

        @Override
        public CompletionStage<?> delivered(String key, OutboxMessage<Transfer> message) {
            return store.delivered(key, message);
        }

        @Override
        public CompletionStage<? extends Collection<String>> undelivered(int max) {
            return store.undelivered(max);
        }
    }
}
