package dev.ropewalk.example.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoreConflictException;
import dev.ropewalk.example.postgres.AccountLogic.Account;
import dev.ropewalk.example.postgres.AccountLogic.Balance;
import dev.ropewalk.example.postgres.AccountLogic.Deposit;
import dev.ropewalk.example.postgres.AccountLogic.Send;
import dev.ropewalk.example.postgres.AccountLogic.Transfer;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bank on a real server, which fails, as JVMs do. */
class BankTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int ACCOUNTS = 4;
    private static final int TRANSFERS = 100;

    private static @Nullable PostgresServer server;

    private static PostgresServer server() {
        return Objects.requireNonNull(server);
    }

    @BeforeAll
    static void startServer() throws Exception {
        server = PostgresServer.start();
    }

    @AfterAll
    static void endServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        try (var connection = DriverManager.getConnection(server().url());
                var statement = connection.createStatement()) {
            statement.execute("drop table if exists entity_state; drop table if exists entity_outbox");
        }
    }

    private static CompletableFuture<Long> deposit(Bank bank, String account, long amount) {
        return bank.account(account).ask(replyTo -> new Deposit(amount, replyTo), LONG);
    }

    private static CompletableFuture<Boolean> send(Bank bank, String from, String to, long amount) {
        return bank.account(from).ask(replyTo -> new Send(to, amount, replyTo), LONG);
    }

    private static long balance(Bank bank, String account) throws Exception {
        return get(bank.account(account).<Long>ask(Balance::new, LONG));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private static void awaitDelivery(Bank bank) {
        Await.until("all is delivered", () -> {
            try {
                return bank.store().undelivered(1).isEmpty();
            } catch (SQLException away) {
                return false;
            }
        });
    }

    @Test
    void shouldKeepWhatItHasAnswered() throws Exception {
        try (var bank = new Bank(server().url())) {
            assertThat(get(deposit(bank, "ann", 100))).isEqualTo(100);
            assertThat(get(send(bank, "ann", "bob", 30))).isTrue();
            assertThat(get(send(bank, "ann", "bob", 71))).isFalse();
        }
        try (var bank = new Bank(server().url())) {
            awaitDelivery(bank);
            assertThat(balance(bank, "ann")).isEqualTo(70);
            assertThat(balance(bank, "bob")).isEqualTo(30);
        }
    }

    @Test
    void shouldNotLetTwoWritersOverwriteEachOther() throws Exception {
        try (var one = new Bank(server().url());
                var two = new Bank(server().url())) {
            assertThat(balance(one, "ann")).isZero();
            assertThat(balance(two, "ann")).isZero();
            assertThat(get(deposit(one, "ann", 100))).isEqualTo(100);
            CompletableFuture<Long> refused = deposit(two, "ann", 1);

            assertThat(balance(two, "ann")).isEqualTo(100);
            assertThat(refused).isNotDone();
            assertThat(get(deposit(two, "ann", 5))).isEqualTo(105);
        }
    }

    @Test
    void shouldSaveAllOrNothing() throws Exception {
        try (var bank = new Bank(server().url())) {
            var first = new StateChange<>(
                    0, new Account(1, Map.of()), List.of(new OutboxMessage<>(7, new Transfer("bob", 1))));
            bank.store().save("kept", first);
            var clashing = new StateChange<>(
                    1, new Account(2, Map.of()), List.of(new OutboxMessage<>(7, new Transfer("bob", 2))));

            assertThatThrownBy(() -> bank.store().save("kept", clashing)).isInstanceOf(SQLException.class);
            assertThat(bank.store().load("kept").version()).isEqualTo(1);
            assertThatThrownBy(() -> bank.store().save("kept", first))
                    .isInstanceOf(StoreConflictException.class)
                    .hasMessageContaining("over version 0, but the store has version 1");
        }
    }

    @Test
    void shouldSendWhatWasCommittedByAJvmThatHasEnded(@TempDir Path folder) throws Exception {
        Process crashed = ChildJvm.start(
                List.of(),
                folder,
                List.of("-cp", System.getProperty("java.class.path"), CrashingBank.class.getName(), server().url()));
        assertThat(crashed.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(crashed.exitValue()).isEqualTo(CrashingBank.EXIT_CODE);

        try (var bank = new Bank(server().url())) {
            awaitDelivery(bank);
            assertThat(balance(bank, "ann")).isEqualTo(70);
            assertThat(balance(bank, "bob")).isEqualTo(30);
        }
    }

    @Test
    void shouldGoOnWhenTheServerComesBack() throws Exception {
        try (var bank = new Bank(server().url())) {
            for (int account = 0; account < ACCOUNTS; account++) {
                get(deposit(bank, "account-" + account, 1000));
            }
            List<CompletableFuture<Boolean>> sent = new ArrayList<>();
            for (int transfer = 0; transfer < TRANSFERS; transfer++) {
                sent.add(send(bank, "account-" + transfer % ACCOUNTS, "account-" + (transfer + 1) % ACCOUNTS, 1));
            }
            get(sent.get(TRANSFERS / 10));
            server().kill();
            server().begin();
            assertThat(get(send(bank, "account-0", "account-1", 1))).isTrue();

            awaitDelivery(bank);
            long sum = 0;
            for (int account = 0; account < ACCOUNTS; account++) {
                sum += balance(bank, "account-" + account);
            }
            assertThat(sum).isEqualTo(ACCOUNTS * 1000L);
        }
    }
}
