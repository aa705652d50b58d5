package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.actor.ActorProxy;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MethodId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entities that are used by an interface, in one process. */
class EntityProxyTest extends ClusterTests {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** What the narrower interface has, too. */
    interface Named {
        @MethodId(7)
        CompletionStage<String> name();
    }

    interface Account extends Named {
        @MethodId(1)
        void deposit(long amount);

        @MethodId(2)
        CompletableFuture<Long> balance();

        @MethodId(3)
        CompletableFuture<Void> fail(String text, boolean byStage);

        @MethodId(4)
        CompletionStage<@Nullable String> echo(@Nullable String text);

        @MethodId(5)
        CompletableFuture<String> wrong(int how);

        @Override
        @MethodId(7)
        CompletableFuture<String> name();

        default CompletableFuture<Long> depositAndLook(long amount) {
            deposit(amount);
            return balance();
        }
    }

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .registerInterface(2, Account.class)
            .build();
    private static final EntityInterface<String, Account> ACCOUNTS =
            EntityInterface.of("account", String.class, Account.class, CODECS);

    private final CompletableFuture<String> later = new CompletableFuture<>();

    private final class Impl implements Account {
        private final String key;
        private long balance;

        Impl(String key) {
            this.key = key;
        }

        @Override
        public void deposit(long amount) {
            if (amount < 0) {
                throw new IllegalArgumentException("negative: " + amount);
            }
            balance += amount;
        }

        @Override
        public CompletableFuture<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }

        @Override
        public CompletableFuture<Void> fail(String text, boolean byStage) {
            var failure = new IllegalStateException(text);
            if (byStage) {
                return CompletableFuture.failedFuture(failure);
            }
            throw failure;
        }

        @Override
        public CompletionStage<@Nullable String> echo(@Nullable String text) {
            return CompletableFuture.completedFuture(text);
        }

        @Override
        @SuppressWarnings("NullAway") // which is what is tested
        public CompletableFuture<String> wrong(int how) {
            return switch (how) {
                case 0 -> null;
                case 1 -> CompletableFuture.completedFuture(null);
                default -> later;
            };
        }

        @Override
        public CompletableFuture<String> name() {
            return CompletableFuture.completedFuture(key);
        }

        @Override
        public CompletableFuture<Long> depositAndLook(long amount) {
            throw new AssertionError("runs in the caller");
        }
    }

    private Account account(String key) {
        return cluster.proxy(ACCOUNTS, key, LONG);
    }

    private void host() {
        Entities<String, ?> hosted = cluster.host(ACCOUNTS, entity -> new Impl(entity.key()));
        assertThat(hosted.type().name()).isEqualTo("account");
    }

    @Test
    void shouldCallTheImplementationOfTheKey() throws Exception {
        host();
        account("17").deposit(5);
        assertThat(get(account("17").depositAndLook(6))).isEqualTo(11);
        assertThat(get(account("18").balance())).isZero();
        assertThat(get(account("17").name())).isEqualTo("17");
        Named wider = account("18");
        assertThat(get(wider.name().toCompletableFuture())).isEqualTo("18");
        assertThat(get(account("17").echo("text").toCompletableFuture())).isEqualTo("text");
        assertThat(get(account("17").echo(null).toCompletableFuture())).isNull();
    }

    @Test
    void shouldBeEqualIfTheyStandForTheSameEntity() {
        host();
        Account account = account("17");
        assertThat(account)
                .isEqualTo(account("17"))
                .isNotEqualTo(account("18"))
                .hasSameHashCodeAs(account("17"))
                .hasToString("Account[/shop/account/17]");
        assertThat(ActorProxy.refOf(account)).isInstanceOf(EntityRef.class);
        assertThat(((EntityRef<?, ?>) ActorProxy.refOf(account)).key()).isEqualTo("17");
    }

    private static void assertFails(CompletionStage<?> stage, Class<? extends Throwable> type, String text) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> get(stage.toCompletableFuture()))
                .havingCause()
                .isInstanceOf(type)
                .withMessageContaining(text);
    }

    @Test
    void shouldTellOfFailures() throws Exception {
        host();
        Account account = account("17");
        account.deposit(5);
        assertFails(account.fail("by its stage", true), IllegalStateException.class, "by its stage");
        assertThat(get(account.balance())).as("a stage that fails is an answer").isEqualTo(5);
        assertFails(account.fail("by throwing", false), IllegalStateException.class, "by throwing");
        assertThat(get(account.balance())).as("it was made anew").isZero();
        assertFails(account.wrong(0), NullPointerException.class, "returned null, not a stage");
        assertFails(account.wrong(1), NullPointerException.class, "the result of Account.wrong(int) is null");
        account.deposit(1);
        account.deposit(-1);
        assertThat(get(account.balance())).as("it was made anew").isZero();
    }

    @Test
    void shouldAnswerWhenTheStageCompletes() throws Exception {
        host();
        CompletableFuture<String> answer = account("17").wrong(2);
        assertThat(get(account("17").balance()))
                .as("which takes the next call meanwhile")
                .isZero();
        assertThat(answer).isNotDone();
        later.complete("at last");
        assertThat(get(answer)).isEqualTo("at last");
    }

    @Test
    void shouldHaveATimeout() {
        host();
        assertFails(
                cluster.proxy(ACCOUNTS, "17", Duration.ofMillis(1)).wrong(2),
                AskTimeoutException.class,
                "/account/17 gave no answer within PT0.001S");
        for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.proxy(ACCOUNTS, "17", none))
                    .withMessage("timeout must be above zero, but is " + none);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // which is what is tested
    void shouldRefuseNullsWhereNoneAreAllowed() {
        host();
        assertThatNullPointerException()
                .isThrownBy(() -> account("17").fail(null, true))
                .withMessage("argument 1 of Account.fail(String, boolean) is null, and isn't @Nullable");
    }

    @Test
    void shouldFailWhenTheClusterIsClosed() {
        host();
        Account account = account("17");
        cluster.close();
        assertFails(account.balance(), ActorStoppedException.class, "/account");
    }

    // Definitions

    interface Other {
        @MethodId(1)
        void other();
    }

    @Test
    void shouldBeDefinedByWhatTheCodecsKnow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityInterface.of("other", String.class, Other.class, CODECS))
                .withMessageContainingAll("the entities of 'other'", "$Other", "registerInterface");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityInterface.of("account", Long.class, Account.class, CODECS))
                .withMessageContaining("the keys of 'account' are of java.lang.Long, which the codecs don't know");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityInterface.of("a/b", String.class, Account.class, CODECS))
                .withMessageContaining("'a/b'");
        assertThat(ACCOUNTS.name()).isEqualTo("account");
        assertThat(ACCOUNTS.keyType()).isEqualTo(String.class);
        assertThat(ACCOUNTS.type()).isEqualTo(Account.class);
        assertThat(ACCOUNTS)
                .hasToString("EntityInterface[name=account, keyType=java.lang.String, type=" + Account.class.getName()
                        + "]");
    }

    record Pair(Set<String> names) {}

    @Test
    void shouldHaveKeysOfOneForm() {
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, Pair.class)
                .register(3, String.class)
                .registerInterface(2, Account.class)
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityInterface.of("account", Pair.class, Account.class, codecs))
                .withMessageContainingAll("the keys of 'account'", "equal ones may have different bytes");
    }

    @Test
    void shouldBeHostedFirst() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("17"))
                .withMessageContaining("doesn't host 'account'");
        host();
        assertThatIllegalArgumentException().isThrownBy(this::host).withMessageContaining("'account' already");
    }

    @Test
    @SuppressWarnings("NullAway") // which is what is tested
    void shouldFailToBeginWithoutAnImplementation() {
        cluster.host(ACCOUNTS, entity -> null);
        assertFails(account("17").balance(), Exception.class, "");
    }
}
