package dev.ropewalk.example.postgres;

import dev.ropewalk.cluster.store.BlockingRememberedKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Keeps the keys of the remembered entities of a type in a table of PostgreSQL. */
final class PostgresKeys implements BlockingRememberedKeys<String> {
    private static final String SCHEMA = """
            create table if not exists entity_key (
                type text not null, shard int not null, key text not null,
                primary key (type, shard, key))""";
    private static final String ADD =
            "insert into entity_key (type, shard, key) values (?, ?, ?) on conflict do nothing";
    private static final String REMOVE = "delete from entity_key where type = ? and shard = ? and key = ?";
    private static final String KEYS = "select key from entity_key where type = ? and shard = ?";

    private final DataSource database;
    private final String type;

    PostgresKeys(DataSource database, String type) {
        this.database = database;
        this.type = type;
    }

    /** Makes the table, unless it is there. */
    void createTable() throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    @Override
    public void add(int shard, String key) throws SQLException {
        change(ADD, shard, key);
    }

    @Override
    public void remove(int shard, String key) throws SQLException {
        change(REMOVE, shard, key);
    }

    private void change(String sql, int shard, String key) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement change = connection.prepareStatement(sql)) {
            change.setString(1, type);
            change.setInt(2, shard);
            change.setString(3, key);
            change.executeUpdate();
        }
    }

    @Override
    public List<String> keys(int shard) throws SQLException {
        List<String> keys = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(KEYS)) {
            select.setString(1, type);
            select.setInt(2, shard);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    keys.add(row.getString(1));
                }
            }
        }
        return keys;
    }
}
