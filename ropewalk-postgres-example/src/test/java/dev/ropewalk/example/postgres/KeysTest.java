package dev.ropewalk.example.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.testing.Await;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Keys of remembered entities on a real server. */
class KeysTest {
    private static final EntityType<String, String> ALARMS = EntityType.of("alarm", String.class, String.class);

    @Test
    void shouldBeThoseOfAShardAndAType() throws Exception {
        try (var server = PostgresServer.start();
                var database = open(server)) {
            var alarms = new PostgresKeys(database, "alarm");
            alarms.createTable();
            alarms.add(1, "one");
            alarms.add(1, "one");
            alarms.add(1, "two");
            alarms.add(2, "three");
            new PostgresKeys(database, "other").add(1, "four");
            assertThat(alarms.keys(1)).containsExactlyInAnyOrder("one", "two");
            alarms.remove(1, "two");
            alarms.remove(1, "three");
            assertThat(alarms.keys(1)).containsExactly("one");
            assertThat(alarms.keys(2)).containsExactly("three");
        }
    }

    @Test
    void shouldHaveEntitiesBeginAgain() throws Exception {
        try (var server = PostgresServer.start();
                var database = open(server);
                ExecutorService connections = Executors.newFixedThreadPool(2)) {
            var table = new PostgresKeys(database, ALARMS.name());
            table.createTable();
            RememberedKeys<String> keys = RememberedKeys.of(table, connections);
            try (ActorSystem system = ActorSystem.create("clock");
                    Cluster cluster = Cluster.local(system)) {
                Entities<String, String> alarms = host(cluster, keys);
                alarms.entity("seven").reliable().deliver("set").get();
                alarms.entity("eight").reliable().deliver("off").get();
                Await.until("one is forgotten", () -> alarms.activeKeys().equals(Set.of("seven")));
            }
            assertThat(table.keys(0)).containsExactly("seven");
            try (ActorSystem system = ActorSystem.create("clock");
                    Cluster cluster = Cluster.local(system)) {
                Entities<String, String> alarms = host(cluster, keys);
                Await.until("it has begun", () -> alarms.activeKeys().equals(Set.of("seven")));
            }
        }
    }

    private static Entities<String, String> host(Cluster cluster, RememberedKeys<String> keys) {
        return cluster.host(ALARMS, EntityOptions.defaults().remembered(String.class, keys), alarm -> message -> {
            if (message.equals("off")) {
                alarm.passivate();
            }
        });
    }

    private static HikariDataSource open(PostgresServer server) {
        var config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }
}
