package dev.ropewalk.example.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.example.postgres.AccountLogic.Account;
import dev.ropewalk.example.postgres.AccountLogic.Command;
import dev.ropewalk.example.postgres.AccountLogic.Transfer;
import dev.ropewalk.example.postgres.AccountLogic.Wake;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** A bank: its accounts, and what they need. On many nodes {@link Cluster#join} takes the place of {@link Cluster#local}. */
final class Bank implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(1);

    private final HikariDataSource database;
    private final ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS);
    private final ActorSystem system = ActorSystem.create("bank");
    private final Cluster cluster = Cluster.local(system);
    private final PostgresStore<Account, Transfer> store;

    Bank(String url) throws SQLException {
        this(url, store -> store);
    }

    /**
     * Opens a bank.
     *
     * @param change what the accounts take for the store
     */
    Bank(String url, UnaryOperator<EntityStore<String, Account, Transfer>> change) throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(Duration.ofSeconds(1).toMillis());
        database = new HikariDataSource(config);
        store = new PostgresStore<>(
                database, AccountLogic.CODECS, AccountLogic.ACCOUNTS.name(), Account.class, Transfer.class);
        store.createTables();
        EntityStore<String, Account, Transfer> changed = change.apply(EntityStore.of(store, connections));
        cluster.host(
                AccountLogic.ACCOUNTS,
                StoredEntity.of(changed, new AccountLogic(cluster)).wake(new Wake()));
        system.<OutboxSweep.Tick>spawn(
                "outbox-sweep",
                context ->
                        new OutboxSweep<>(context, changed, key -> account(key).tell(new Wake()), SWEEP_INTERVAL));
    }

    EntityRef<String, Command> account(String number) {
        return cluster.entity(AccountLogic.ACCOUNTS, number);
    }

    PostgresStore<Account, Transfer> store() {
        return store;
    }

    @Override
    public void close() {
        cluster.close();
        system.close();
        connections.close();
        database.close();
    }
}
