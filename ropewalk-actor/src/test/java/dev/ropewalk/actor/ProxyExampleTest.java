package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An example of each thing that typed proxies do, as a user would write it. */
@Timeout(30)
class ProxyExampleTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("bank");

    /** What the world sees of an account. Each call is a message. */
    interface Account {
        /** A tell: returns at once. */
        void deposit(long amount);

        /** An ask: completes with whether there was enough. */
        CompletableFuture<Boolean> withdraw(long amount);

        /** An ask. */
        CompletableFuture<Long> balance();

        /** Runs in the caller, and sends a message to each account. */
        default CompletableFuture<Boolean> transfer(long amount, Account to) {
            return withdraw(amount).thenApply(withdrawn -> {
                if (withdrawn) {
                    to.deposit(amount);
                }
                return withdrawn;
            });
        }
    }

    /** A plain class: no lock, since an actor handles one call at a time. */
    static class SavingsAccount implements Account {
        private long balance;

        @Override
        public void deposit(long amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("amount must be above zero, but is " + amount);
            }
            balance += amount;
        }

        @Override
        public CompletableFuture<Boolean> withdraw(long amount) {
            boolean isEnough = balance >= amount;
            if (isEnough) {
                balance -= amount;
            }
            return CompletableFuture.completedFuture(isEnough);
        }

        @Override
        public CompletableFuture<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }
    }

    @Test
    void shouldCallAnActorLikeAnObject() {
        Account account = system.proxy(Account.class, SavingsAccount::new);

        account.deposit(3);
        account.deposit(4);

        assertThat(account.balance().join()).isEqualTo(7);
    }

    @Test
    void shouldTransferMoneyBetweenActors() {
        Account mine = system.proxy("mine", Account.class, SavingsAccount::new);
        Account yours = system.proxy("yours", Account.class, SavingsAccount::new);
        mine.deposit(10);

        boolean transferred = mine.transfer(4, yours).join();
        boolean tooMuch = mine.transfer(7, yours).join();

        assertThat(transferred).isTrue();
        assertThat(tooMuch).isFalse();
        assertThat(mine.balance().join()).isEqualTo(6);
        assertThat(yours.balance().join()).isEqualTo(4);
    }

    @Test
    void shouldBeginWithAFreshObjectAfterAFailure() {
        Account account = system.proxy(Account.class, SavingsAccount::new);
        account.deposit(10);

        account.deposit(-1);

        assertThat(account.balance().join()).isZero();
    }

    @Test
    void shouldBoundAQuestionInTime() {
        Account account = system.proxy(Account.class, SavingsAccount::new);

        CompletableFuture<Long> balance = account.balance().orTimeout(10, TimeUnit.SECONDS);

        assertThat(balance.join()).isZero();
    }

    @Test
    void shouldStopTheActorBehindAProxy() {
        Account account = system.proxy("savings", Account.class, SavingsAccount::new);
        ActorRef<?> actor = ActorProxy.refOf(account);
        assertThat(actor.path()).isEqualTo("/bank/savings");
        assertThat(account).hasToString("Account[/bank/savings]");

        system.stop(actor);
        system.whenStopped(actor).join();

        assertThatThrownBy(account.balance()::join).hasCauseInstanceOf(ActorStoppedException.class);
    }

    /** A teller handles a customer at a time; its accounts are its children and stop with it. */
    sealed interface Request {
        record Open(String name, ActorRef<Account> replyTo) implements Request {}
    }

    @Test
    void shouldPassProxiesInMessages() {
        ActorRef<Request> teller = system.spawn("teller", context -> request -> {
            switch (request) {
                case Request.Open(String name, ActorRef<Account> replyTo) ->
                    replyTo.tell(context.proxy(name, Account.class, SavingsAccount::new));
            }
        });

        Account account = teller.<Account>ask(replyTo -> new Request.Open("holiday", replyTo), Duration.ofSeconds(10))
                .join();
        account.deposit(1);

        assertThat(account).hasToString("Account[/bank/teller/holiday]");
        assertThat(account.balance().join()).isEqualTo(1);
    }
}
