package dev.ropewalk.cluster.testkit.store;

import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoredState;
import dev.ropewalk.cluster.testkit.store.Bank.Account;
import dev.ropewalk.cluster.testkit.store.Bank.Transfer;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/** A store of accounts that does what another one does, but for what a subclass changes. */
class ChangedStore implements EntityStore<String, Account, Transfer> {
    private final EntityStore<String, Account, Transfer> store;

    ChangedStore(EntityStore<String, Account, Transfer> store) {
        this.store = store;
    }

    @Override
    public CompletionStage<StoredState<Account, Transfer>> load(String key) {
        return store.load(key);
    }

    @Override
    public CompletionStage<?> save(String key, StateChange<Account, Transfer> change) {
        return store.save(key, change);
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
