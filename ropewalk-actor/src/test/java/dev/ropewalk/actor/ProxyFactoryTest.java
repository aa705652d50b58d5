package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.proxy.ProxyFactory;
import dev.ropewalk.actor.proxy.QueueingTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the methods of a proxy do. */
class ProxyFactoryTest {
    interface Account {
        void deposit(long amount);

        CompletionStage<Long> balance();

        default CompletionStage<Long> depositTwice(long amount) {
            deposit(amount);
            deposit(amount);
            return balance();
        }

        static long cents(long euros) {
            return euros * 100;
        }
    }

    static class SavingsAccount implements Account {
        long balance;

        @Override
        public void deposit(long amount) {
            balance += amount;
        }

        @Override
        public CompletionStage<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }

        @Override
        public CompletionStage<Long> depositTwice(long amount) {
            throw new AssertionError("default methods run in the caller");
        }
    }

    @Test
    void shouldSendCallsInsteadOfMakingThem() {
        var target = new QueueingTarget("/bank");
        Account account = ProxyFactory.newProxy(Account.class, target);
        account.deposit(Account.cents(5));
        CompletionStage<Long> balance = account.balance();
        assertThat(target.texts()).isEqualTo("deposit(500) balance() ");
        assertThat(balance).isNotCompleted();
        target.runOn(new SavingsAccount());
        assertThat(balance).isCompletedWithValue(500L);
    }

    @Test
    void shouldRunDefaultMethodsInTheCaller() {
        var target = new QueueingTarget("/bank");
        CompletionStage<Long> balance =
                ProxyFactory.newProxy(Account.class, target).depositTwice(7);
        assertThat(target.texts()).isEqualTo("deposit(7) deposit(7) balance() ");
        target.runOn(new SavingsAccount());
        assertThat(balance).isCompletedWithValue(14L);
    }

    interface EveryType {
        void primitives(boolean z, byte b, short s, char c, int i, long j, float f, double d);

        void arrays(int[] ints, long[][] longs, String[] strings, Object... more);

        CompletableFuture<String> mixed(long a, Object b, double c, String d, long e);
    }

    @Test
    void shouldPassArgumentsOfEveryType() {
        var seen = new ArrayList<Object>();
        EveryType proxy = QueueingTarget.direct(EveryType.class, new EveryType() {
            @Override
            public void primitives(boolean z, byte b, short s, char c, int i, long j, float f, double d) {
                seen.addAll(Arrays.asList(z, b, s, c, i, j, f, d));
            }

            @Override
            public void arrays(int[] ints, long[][] longs, String[] strings, Object... more) {
                seen.addAll(Arrays.asList(ints[0], longs[0][1], strings[0], more[1]));
            }

            @Override
            public CompletableFuture<String> mixed(long a, Object b, double c, String d, long e) {
                return CompletableFuture.completedFuture(a + " " + b + " " + c + " " + d + " " + e);
            }
        });
        proxy.primitives(true, (byte) -1, Short.MIN_VALUE, 'x', Integer.MAX_VALUE, Long.MIN_VALUE, 1.5f, Math.PI);
        assertThat(seen)
                .containsExactly(
                        true, (byte) -1, Short.MIN_VALUE, 'x', Integer.MAX_VALUE, Long.MIN_VALUE, 1.5f, Math.PI);
        seen.clear();
        proxy.arrays(new int[] {1}, new long[][] {{2, 3}}, new String[] {"four"}, List.of(), "five");
        assertThat(seen).containsExactly(1, 3L, "four", "five");
        assertThat(proxy.mixed(1, List.of(), 2, "two", 3)).isCompletedWithValue("1 [] 2.0 two 3");
    }

    @Test
    void shouldNameCallsLikeCalls() {
        var target = new QueueingTarget("/all");
        EveryType proxy = ProxyFactory.newProxy(EveryType.class, target);
        proxy.primitives(true, (byte) -1, (short) 2, 'x', 3, 4, 0.5f, 0.25);
        proxy.arrays(new int[] {1}, new long[][] {{2, 3}}, new String[] {"four"}, "five");
        var _ = proxy.mixed(1, new Object[0].length, 2, "two", 3);
        assertThat(target.texts())
                .isEqualTo("primitives(true, -1, 2, x, 3, 4, 0.5, 0.25) arrays([1], [[2, 3]], [four], [five])"
                        + " mixed(1, 0, 2.0, two, 3) ");
    }

    interface Overloaded {
        void put(int value);

        void put(long value);

        void put(Object value);

        CompletionStage<String> put(int first, int second);
    }

    @Test
    void shouldKeepOverloadsApart() {
        var seen = new ArrayList<String>();
        Overloaded proxy = QueueingTarget.direct(Overloaded.class, new Overloaded() {
            @Override
            public void put(int value) {
                seen.add("int");
            }

            @Override
            public void put(long value) {
                seen.add("long");
            }

            @Override
            public void put(Object value) {
                seen.add("Object");
            }

            @Override
            public CompletionStage<String> put(int first, int second) {
                return CompletableFuture.completedFuture("int int");
            }
        });
        proxy.put(1);
        proxy.put(1L);
        proxy.put("1");
        assertThat(seen).containsExactly("int", "long", "Object");
        assertThat(proxy.put(1, 1)).isCompletedWithValue("int int");
    }

    interface Source<T> {
        CompletionStage<T> next();

        void put(T value);
    }

    interface Words extends Source<String>, Function<String, CompletionStage<Integer>> {
        @Override
        CompletableFuture<String> next();

        @Override
        void put(String value);

        @Override
        CompletionStage<Integer> apply(String word);
    }

    @Test
    void shouldOverrideWhatInheritedInterfacesDeclareMoreWidely() {
        var seen = new ArrayList<String>();
        Words words = QueueingTarget.direct(Words.class, new Words() {
            @Override
            public CompletableFuture<String> next() {
                return CompletableFuture.completedFuture("word");
            }

            @Override
            public void put(String value) {
                seen.add(value);
            }

            @Override
            public CompletionStage<Integer> apply(String word) {
                return CompletableFuture.completedFuture(word.length());
            }
        });
        Source<String> source = words;
        Function<String, CompletionStage<Integer>> function = words;
        assertThat(words.next()).isCompletedWithValue("word");
        assertThat(source.next()).isCompletedWithValue("word");
        words.put("a");
        source.put("b");
        assertThat(seen).containsExactly("a", "b");
        assertThat(words.apply("four")).isCompletedWithValue(4);
        assertThat(function.apply("seven")).isCompletedWithValue(5);
    }

    interface Wide {
        Object find();
    }

    interface Narrow {
        CompletableFuture<String> find();
    }

    interface WideAndNarrow extends Wide, Narrow {}

    @Test
    void shouldAskByWiderMethodsThatAreNarrowedElsewhere() {
        WideAndNarrow proxy =
                QueueingTarget.direct(WideAndNarrow.class, () -> CompletableFuture.completedFuture("found"));
        assertThat(proxy.find()).isCompletedWithValue("found");
        assertThat(((Wide) proxy).find()).isInstanceOf(CompletableFuture.class);
    }

    interface Failing {
        void fail(String text) throws IOException;
    }

    @Test
    void shouldThrowWhatTheMethodThrowsWhereTheCallRuns() {
        var target = new QueueingTarget("/failing");
        Failing proxy = ProxyFactory.newProxy(Failing.class, target);
        assertThatThrownBy(() -> {
                    proxy.fail("disc full");
                    target.runOn((Failing) text -> {
                        throw new IOException(text);
                    });
                })
                .isInstanceOf(IOException.class)
                .hasMessage("disc full");
    }

    @Test
    void shouldKeepGeneratedFramesOutOfStackTraces() {
        Failing proxy = QueueingTarget.direct(Failing.class, text -> {
            throw new IOException(text);
        });
        assertThatThrownBy(() -> proxy.fail("disc full"))
                .satisfies(thrown -> assertThat(thrown.getStackTrace())
                        .noneMatch(frame -> frame.getClassName().contains("Failing$")));
    }

    interface WithObjectMethods {
        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();

        void equals(String other);
    }

    @Test
    void shouldHaveTheIdentityOfItsActor() {
        var target = new QueueingTarget("/bank/17");
        Account account = ProxyFactory.newProxy(Account.class, target);
        WithObjectMethods again = ProxyFactory.newProxy(WithObjectMethods.class, target);
        assertThat((Object) account).isEqualTo(account).isEqualTo(again).hasSameHashCodeAs(again);
        assertThat((Object) account).isNotEqualTo(ProxyFactory.newProxy(Account.class, new QueueingTarget("/bank/18")));
        assertThat((Object) account).isNotEqualTo("/bank/17");
        assertThat(account).hasToString("Account[/bank/17]");
        assertThat(target.texts()).isEmpty();
        again.equals("sent");
        assertThat(target.texts()).isEqualTo("equals(sent) ");
    }

    interface Referring extends ActorProxy {
        void ping();
    }

    @Test
    void shouldGiveTheActorBehindIt() {
        var target = new QueueingTarget("/bank");
        assertThat(ActorProxy.refOf(ProxyFactory.newProxy(Account.class, target)))
                .isSameAs(target.ref());
        assertThat(ProxyFactory.newProxy(Referring.class, target).actorProxyRef())
                .isSameAs(target.ref());
        assertThat(ProxyFactory.newProxy(ActorProxy.class, target).actorProxyRef())
                .isSameAs(target.ref());
        assertThatThrownBy(() -> ActorProxy.refOf("text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void shouldNameItsClassesAfterTheInterface() {
        var target = new QueueingTarget("/bank");
        Account account = ProxyFactory.newProxy(Account.class, target);
        String prefix = "dev.ropewalk.actor.ProxyFactoryTest$Account$";
        assertThat(account.getClass().getName()).startsWith(prefix + "Proxy/");
        assertThat(account.getClass().isHidden()).isTrue();
        assertThat(ProxyFactory.newProxy(Account.class, target).getClass()).isSameAs(account.getClass());
    }

    interface Empty {}

    @Test
    void shouldMakeProxiesOfInterfacesWithoutMethods() {
        assertThat(ProxyFactory.newProxy(Empty.class, new QueueingTarget("/empty")))
                .hasToString("Empty[/empty]");
    }
}
