package dev.ropewalk.example.postgres;

import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.store.BlockingEntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoreConflictException;
import dev.ropewalk.cluster.store.StoredState;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Keeps the states of the entities of a type in two tables of PostgreSQL, as frames of the cluster's codecs. */
final class PostgresStore<S, O> implements BlockingEntityStore<String, S, O> {
    private static final String SCHEMA = """
            create table if not exists entity_state (
                type text not null, key text not null, version bigint not null, state bytea not null,
                primary key (type, key));
            create table if not exists entity_outbox (
                type text not null, key text not null, number bigint not null, message bytea not null,
                primary key (type, key, number))""";
    private static final String LOAD = "select version, state from entity_state where type = ? and key = ?";
    private static final String LOAD_OUTBOX =
            "select number, message from entity_outbox where type = ? and key = ? order by number";
    private static final String INSERT =
            "insert into entity_state (version, state, type, key) values (?, ?, ?, ?) on conflict do nothing";
    private static final String UPDATE =
            "update entity_state set version = ?, state = ? where type = ? and key = ? and version = ?";
    private static final String FIND_VERSION = "select version from entity_state where type = ? and key = ?";
    private static final String ADD_MESSAGE =
            "insert into entity_outbox (type, key, number, message) values (?, ?, ?, ?)";
    private static final String DELETE_MESSAGE = "delete from entity_outbox where type = ? and key = ? and number = ?";
    private static final String UNDELIVERED = "select distinct key from entity_outbox where type = ? limit ?";

    private final DataSource database;
    private final CodecRegistry codecs;
    private final String type;
    private final Class<S> stateType;
    private final Class<O> messageType;

    PostgresStore(DataSource database, CodecRegistry codecs, String type, Class<S> stateType, Class<O> messageType) {
        this.database = database;
        this.codecs = codecs;
        this.type = type;
        this.stateType = stateType;
        this.messageType = messageType;
    }

    /** Makes the tables, unless they are there. */
    void createTables() throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    /** Makes the tables in a database, before several nodes begin to use it. */
    static void createTables(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    @Override
    public StoredState<S, O> load(String key) throws SQLException {
        return inTransaction(Connection.TRANSACTION_REPEATABLE_READ, connection -> {
            try (PreparedStatement select = prepare(connection, LOAD, type, key);
                    ResultSet row = select.executeQuery()) {
                return row.next()
                        ? new StoredState<>(
                                row.getLong(1),
                                Optional.of(codecs.decode(row.getBytes(2), stateType)),
                                loadOutbox(connection, key))
                        : StoredState.none();
            }
        });
    }

    private List<OutboxMessage<O>> loadOutbox(Connection connection, String key) throws SQLException {
        List<OutboxMessage<O>> outbox = new ArrayList<>();
        try (PreparedStatement select = prepare(connection, LOAD_OUTBOX, type, key);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                outbox.add(new OutboxMessage<>(row.getLong(1), codecs.decode(row.getBytes(2), messageType)));
            }
        }
        return outbox;
    }

    @Override
    public void save(String key, StateChange<S, O> change) throws SQLException {
        byte[] state = codecs.encode(change.state());
        boolean isSaved = inTransaction(Connection.TRANSACTION_READ_COMMITTED, connection -> {
            if (!replace(connection, key, change, state)) {
                return false;
            }
            addMessages(connection, key, change.messages());
            return true;
        });
        if (!isSaved) {
            throw new StoreConflictException(key, change.expectedVersion(), versionOf(key));
        }
    }

    /** Returns false if the row has another version, or there is one and should be none, or none and should be one. */
    private boolean replace(Connection connection, String key, StateChange<S, O> change, byte[] state)
            throws SQLException {
        long expected = change.expectedVersion();
        try (PreparedStatement write = expected == 0
                ? prepare(connection, INSERT, change.newVersion(), state, type, key)
                : prepare(connection, UPDATE, change.newVersion(), state, type, key, expected)) {
            return write.executeUpdate() == 1;
        }
    }

    private void addMessages(Connection connection, String key, List<OutboxMessage<O>> messages) throws SQLException {
        for (OutboxMessage<O> message : messages) {
            byte[] frame = codecs.encode(message.message());
            try (PreparedStatement insert = prepare(connection, ADD_MESSAGE, type, key, message.number(), frame)) {
                insert.executeUpdate();
            }
        }
    }

    private long versionOf(String key) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = prepare(connection, FIND_VERSION, type, key);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Override
    public void delivered(String key, OutboxMessage<O> message) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement delete = prepare(connection, DELETE_MESSAGE, type, key, message.number())) {
            delete.executeUpdate();
        }
    }

    @Override
    public List<String> undelivered(int max) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = prepare(connection, UNDELIVERED, type, max);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                keys.add(row.getString(1));
            }
        }
        return keys;
    }

    // Transactions

    private interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    /** Commits if the work is done. Whatever it throws, closing the connection rolls back. */
    private <T> T inTransaction(int isolation, Work<T> work) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            T result = work.in(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
