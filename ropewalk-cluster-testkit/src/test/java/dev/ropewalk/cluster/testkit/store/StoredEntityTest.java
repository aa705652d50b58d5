package dev.ropewalk.cluster.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StoreConflictException;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.cluster.testkit.MemoryStore;
import dev.ropewalk.cluster.testkit.StoreCall;
import dev.ropewalk.cluster.testkit.StoreFault;
import dev.ropewalk.cluster.testkit.store.Bank.Account;
import dev.ropewalk.cluster.testkit.store.Bank.Balance;
import dev.ropewalk.cluster.testkit.store.Bank.Command;
import dev.ropewalk.cluster.testkit.store.Bank.Deposit;
import dev.ropewalk.cluster.testkit.store.Bank.Nothing;
import dev.ropewalk.cluster.testkit.store.Bank.Send;
import dev.ropewalk.cluster.testkit.store.Bank.Transfer;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entities whose state is in a store, in one process. */
class StoredEntityTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final MemoryStore<String, Account, Transfer> store = new MemoryStore<>();
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();

    private Entities<String, Command> bank(
            EntityOptions<Object> options, UnaryOperator<StoredEntity<String, Account, Command, Transfer>> settings) {
        ActorSystem system = ActorSystem.create("bank-" + systems.size());
        systems.add(system);
        Cluster cluster = Cluster.local(system);
        clusters.add(cluster);
        return cluster.host(Bank.TYPE, options, settings.apply(StoredEntity.of(store, new Bank(cluster))));
    }

    private Entities<String, Command> bank(UnaryOperator<StoredEntity<String, Account, Command, Transfer>> settings) {
        return bank(EntityOptions.defaults(), settings);
    }

    /** Returns a bank whose entities go on when they have failed, and begin again if that is needed. */
    private Entities<String, Command> bankThatResumes(Duration timeout) {
        return bank(
                EntityOptions.defaults().supervision(Supervision.always(Directive.RESUME)),
                settings -> settings.timeout(timeout).wake(new Nothing()));
    }

    private Entities<String, Command> bank() {
        return bank(settings -> settings);
    }

    @AfterEach
    void close() {
        store.faults(call -> StoreFault.NONE);
        store.release();
        clusters.forEach(Cluster::close);
        systems.forEach(ActorSystem::close);
        log.close();
    }

    private static CompletableFuture<Long> deposit(EntityRef<String, Command> account, long amount) {
        return account.ask(replyTo -> new Deposit(amount, Optional.of(replyTo)), LONG);
    }

    private static CompletableFuture<Boolean> send(EntityRef<String, Command> from, String to, long amount) {
        return from.ask(replyTo -> new Send(to, amount, replyTo), LONG);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static long balance(EntityRef<String, Command> account) throws Exception {
        return get(account.<Long>ask(Balance::new, LONG));
    }

    private long storedBalance(String key) {
        return Optional.ofNullable(store.states().get(key))
                .flatMap(stored -> stored.state())
                .map(Account::balance)
                .orElse(Bank.INITIAL);
    }

    private int outboxOf(String key) {
        return Objects.requireNonNull(store.states().get(key)).outbox().size();
    }

    @Test
    void shouldBeginWhereItHasEnded() throws Exception {
        Entities<String, Command> bank = bank();
        EntityRef<String, Command> account = bank.entity("17");
        account.tell(new Deposit(10, Optional.empty()));
        get(bank.passivate("17"));

        assertThat(balance(account)).isEqualTo(110);
        assertThat(bank.stats().started()).isEqualTo(2);
    }

    @Test
    void shouldAnswerWhenTheStateIsDurable() throws Exception {
        EntityRef<String, Command> account = bank().entity("17");
        balance(account);
        store.hold();
        CompletableFuture<Long> first = deposit(account, 10);
        CompletableFuture<Long> second = deposit(account, 5);
        Await.until("it is being saved", () -> store.waiting() == 1);

        assertThat(first).isNotDone();
        assertThat(storedBalance("17")).isEqualTo(100);

        store.release();
        assertThat(get(first)).isEqualTo(110);
        assertThat(get(second)).isEqualTo(115);
        assertThat(storedBalance("17")).isEqualTo(115);
    }

    @Test
    void shouldNotAnswerWhatCouldNotBeSavedAndGoOnWithWhatIsInTheStore() throws Exception {
        EntityRef<String, Command> account = bank().entity("17");
        failOnce(StoreCall.SAVE, StoreFault.REFUSED);
        CompletableFuture<Long> lost = deposit(account, 10);

        assertThat(balance(account)).isEqualTo(100);
        assertThat(lost).isNotDone();
    }

    @Test
    void shouldGoOnWithWhatWasSavedThoughTheStoreHasFailed() throws Exception {
        EntityRef<String, Command> account = bank().entity("17");
        failOnce(StoreCall.SAVE, StoreFault.DONE_BUT_FAILED);
        CompletableFuture<Long> unknown = deposit(account, 10);

        assertThat(get(deposit(account, 5))).isEqualTo(115);
        assertThat(unknown).isNotDone();
    }

    @Test
    void shouldNotWaitForASaveForEver() throws Exception {
        EntityRef<String, Command> account =
                bank(settings -> settings.timeout(Duration.ofMillis(50))).entity("17");
        failOnce(StoreCall.SAVE, StoreFault.DONE_WITHOUT_ANSWER);
        CompletableFuture<Long> unknown = deposit(account, 10);

        assertThat(balance(account)).isEqualTo(110);
        assertThat(unknown).isNotDone();
    }

    private void failOnce(StoreCall which, StoreFault fault) {
        var calls = new AtomicInteger();
        store.faults(call -> call == which && calls.getAndIncrement() == 0 ? fault : StoreFault.NONE);
    }

    @Test
    void shouldLoadAgainUntilTheStoreIsThere() throws Exception {
        EntityRef<String, Command> account = bank().entity("17");
        var loads = new AtomicInteger();
        store.faults(call -> loads.incrementAndGet() < 3 ? StoreFault.REFUSED : StoreFault.NONE);

        assertThat(balance(account)).isEqualTo(100);
        assertThat(loads).hasValue(3);
        assertThat(log.messages("17")).isEmpty();
    }

    @Test
    void shouldFailIfTheStoreIsNotThereForLong() {
        EntityRef<String, Command> account =
                bank(settings -> settings.timeout(Duration.ofMillis(1))).entity("17");
        store.faults(call -> StoreFault.REFUSED);
        account.tell(new Nothing());

        Await.until(
                "it has failed",
                () -> !log.messages("the store refuses to LOAD").isEmpty());
    }

    @Test
    void shouldNotOverwriteWhatAnotherOneHasSaved() throws Exception {
        EntityRef<String, Command> one = bank().entity("17");
        EntityRef<String, Command> two = bank().entity("17");
        balance(one);
        balance(two);
        get(deposit(one, 10));
        CompletableFuture<Long> refused = deposit(two, 1);

        assertThat(balance(two)).isEqualTo(110);
        assertThat(refused).isNotDone();
        assertThat(get(deposit(two, 5))).isEqualTo(115);
        assertThat(storedBalance("17")).isEqualTo(115);
        assertThat(log.messages("was to be saved over version 0, but the store has version 1"))
                .isNotEmpty();
    }

    @Test
    void shouldSayWhatAConflictIs() {
        var change = new StateChange<Account, Transfer>(3, new Account(1, Map.of()), List.of());

        assertThatThrownBy(() -> store.save("17", change).toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(StoreConflictException.class, conflict -> {
                    assertThat(conflict.expectedVersion()).isEqualTo(3);
                    assertThat(conflict.foundVersion()).isZero();
                })
                .hasMessageContaining("17");
    }

    @Test
    void shouldSendWhatIsInTheOutboxAndForgetWhatWasDelivered() throws Exception {
        Entities<String, Command> bank = bank();
        assertThat(get(send(bank.entity("a"), "b", 30))).isTrue();
        assertThat(get(send(bank.entity("a"), "b", 20))).isTrue();
        assertThat(get(send(bank.entity("a"), "b", 60))).isFalse();

        Await.until("it has come", () -> storedBalance("b") == 150 && outboxOf("a") == 0);
        assertThat(storedBalance("a")).isEqualTo(50);
    }

    @Test
    void shouldSendNothingThatIsNotSaved() throws Exception {
        Entities<String, Command> bank = bank();
        failOnce(StoreCall.SAVE, StoreFault.REFUSED);
        CompletableFuture<Boolean> lost = send(bank.entity("a"), "b", 30);

        assertThat(balance(bank.entity("a"))).isEqualTo(100);
        assertThat(get(send(bank.entity("a"), "b", 1))).isTrue();
        Await.until("it has come", () -> storedBalance("b") == 101);
        assertThat(lost).isNotDone();
    }

    @Test
    void shouldSendAgainWhatIsInTheStoreWhenItBegins() throws Exception {
        var change =
                new StateChange<>(0, new Account(70, Map.of()), List.of(new OutboxMessage<>(0, new Transfer("b", 30))));
        store.save("a", change).toCompletableFuture().join();
        Entities<String, Command> bank = bank();
        bank.entity("a").tell(new Nothing());

        Await.until("it has come", () -> storedBalance("b") == 130 && outboxOf("a") == 0);
    }

    @Test
    void shouldSendAgainWhatTheStoreDoesNotForget() throws Exception {
        Entities<String, Command> bank = bank();
        store.faults(call -> call == StoreCall.DELIVERED ? StoreFault.REFUSED : StoreFault.NONE);
        assertThat(get(send(bank.entity("a"), "b", 30))).isTrue();
        Await.until("it has come", () -> storedBalance("b") == 130);
        get(bank.passivate("a"));
        store.faults(call -> StoreFault.NONE);
        bank.entity("a").tell(new Nothing());

        Await.until("it is forgotten", () -> outboxOf("a") == 0);
        assertThat(storedBalance("b")).isEqualTo(130);
    }

    @Test
    void shouldBeginAgainIfItEndsWithAnOutbox() throws Exception {
        Entities<String, Command> bank = bank(settings -> settings.wake(new Nothing()));
        store.faults(call -> call == StoreCall.DELIVERED ? StoreFault.REFUSED : StoreFault.NONE);
        assertThat(get(send(bank.entity("a"), "b", 30))).isTrue();
        get(bank.passivate("a"));
        store.faults(call -> StoreFault.NONE);

        Await.until("it is forgotten", () -> outboxOf("a") == 0);
        assertThat(storedBalance("b")).isEqualTo(130);
    }

    @Test
    void shouldStayActiveWhileItsOutboxIsNotEmptyThoughOthersWouldTakeItsPlace() throws Exception {
        var loads = new AtomicInteger();
        var attempts = new AtomicInteger();
        store.faults(call -> {
            if (call == StoreCall.LOAD) {
                loads.incrementAndGet();
            }
            if (call == StoreCall.DELIVERED) {
                attempts.incrementAndGet();
                return StoreFault.REFUSED;
            }
            return StoreFault.NONE;
        });
        Entities<String, Command> bank = bank(
                EntityOptions.defaults().maxActive(1).idleTime(Duration.ofMillis(1)),
                settings -> settings.wake(new Nothing()));
        for (String key : List.of("a1", "a2", "a3")) {
            assertThat(get(send(bank.entity(key), "b", 1))).isTrue();
        }
        Await.until("they have tried again and again", () -> attempts.get() >= 15);
        assertThat(loads).as("one attempt each, or more").hasValueLessThan(13);

        store.faults(call -> StoreFault.NONE);
        Await.until("all is forgotten", () -> outboxOf("a1") + outboxOf("a2") + outboxOf("a3") == 0);
        Await.until("they are passivated", () -> bank.activeKeys().size() <= 1);
    }

    @Test
    void shouldHaveTimeWithoutEnd() throws Exception {
        Entities<String, Command> bank = bank(settings -> settings.timeout(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(get(deposit(bank.entity("17"), 10))).isEqualTo(110);
    }

    @Test
    void shouldBeginAgainIfItEndsWithoutKnowingWhatWasSaved() throws Exception {
        Entities<String, Command> bank = bankThatResumes(LONG);
        failOnce(StoreCall.SAVE, StoreFault.DONE_BUT_FAILED);
        CompletableFuture<Boolean> unknown = send(bank.entity("a"), "b", 30);
        get(bank.passivate("a"));

        Await.until("it has come", () -> storedBalance("b") == 130 && outboxOf("a") == 0);
        assertThat(unknown).isNotDone();
    }

    @Test
    void shouldBeginAgainIfItIsStoppedWithoutKnowingWhatWasSaved() throws Exception {
        Entities<String, Command> bank = bank(
                EntityOptions.defaults().supervision(Supervision.always(Directive.STOP)),
                settings -> settings.wake(new Nothing()));
        failOnce(StoreCall.SAVE, StoreFault.DONE_BUT_FAILED);
        var ignored = send(bank.entity("a"), "b", 30);

        Await.until("it has come", () -> storedBalance("b") == 130 && outboxOf("a") == 0);
    }

    @Test
    void shouldBeginAgainIfItEndsWithoutBeingLoaded() throws Exception {
        var change =
                new StateChange<>(0, new Account(70, Map.of()), List.of(new OutboxMessage<>(0, new Transfer("b", 30))));
        store.save("a", change).toCompletableFuture().join();
        Entities<String, Command> bank = bankThatResumes(Duration.ofMillis(50));
        failOnce(StoreCall.LOAD, StoreFault.DONE_WITHOUT_ANSWER);
        bank.entity("a").tell(new Nothing());
        get(bank.passivate("a"));

        Await.until("it has come", () -> storedBalance("b") == 130 && outboxOf("a") == 0);
    }

    @Test
    void shouldHaveCommandsWaitWhileTheOutboxIsFull() throws Exception {
        Entities<String, Command> bank = bank(settings -> settings.maxUndelivered(2));
        store.faults(call -> call == StoreCall.DELIVERED ? StoreFault.REFUSED : StoreFault.NONE);
        assertThat(get(send(bank.entity("a"), "b", 10))).isTrue();
        assertThat(get(send(bank.entity("a"), "b", 10))).isTrue();
        CompletableFuture<Boolean> third = send(bank.entity("a"), "b", 10);
        Await.until("the first has come", () -> storedBalance("b") == 110);

        assertThat(third).isNotDone();
        assertThat(outboxOf("a")).isEqualTo(2);

        store.faults(call -> StoreFault.NONE);
        assertThat(get(third)).isTrue();
        Await.until("all have come", () -> storedBalance("b") == 130 && outboxOf("a") == 0);
    }

    @Test
    void shouldSayWhoseOutboxIsNotEmpty() throws Exception {
        store.faults(call -> call == StoreCall.DELIVERED ? StoreFault.REFUSED : StoreFault.NONE);
        Entities<String, Command> bank = bank();
        assertThat(get(send(bank.entity("a"), "b", 10))).isTrue();

        assertThat(store.undelivered(10).toCompletableFuture().join()).containsExactly("a");
        assertThat(store.undelivered(0).toCompletableFuture().join()).isEmpty();
    }
}
