package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every actor does: messages, answers, restarts, the end. */
@Timeout(30)
class ActorTest {
    private final ActorSystem system = ActorSystem.create("test");

    @AfterEach
    void close() {
        system.close();
    }

    sealed interface Command {
        record Add(long amount) implements Command {}

        record Fail() implements Command {}

        record Get(ActorRef<Long> replyTo) implements Command {}
    }

    private static final class Account implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Command.Add(long amount) -> balance += amount;
                case Command.Fail() -> throw new IllegalStateException("on demand");
                case Command.Get(ActorRef<Long> replyTo) -> replyTo.tell(balance);
            }
        }
    }

    private ActorRef<Command> account() {
        return system.spawn("account", context -> new Account());
    }

    private static long balanceOf(ActorRef<Command> account) throws Exception {
        CompletableFuture<Long> balance = account.ask(Command.Get::new, Duration.ofSeconds(10));
        return balance.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldHandleMessagesOfOneSenderInOrder() throws Exception {
        ActorRef<Command> account = account();
        for (int i = 1; i <= 1000; i++) {
            account.tell(new Command.Add(i));
        }
        assertThat(balanceOf(account)).isEqualTo(500_500);
    }

    @Test
    void shouldBeginAnewAfterAFailure() throws Exception {
        ActorRef<Command> account = account();
        account.tell(new Command.Add(7));
        account.tell(new Command.Fail());
        account.tell(new Command.Add(2));
        assertThat(balanceOf(account)).isEqualTo(2);
    }

    @Test
    void shouldFailAQuestionToAStoppedActorAtOnce() throws Exception {
        ActorRef<Command> account = account();
        system.stop(account);
        system.whenStopped(account).get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> balanceOf(account)).hasRootCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldStopChildrenBeforeTheirParent() throws Exception {
        var order = new ConcurrentLinkedQueue<String>();
        ActorRef<String> parent = system.spawn("parent", context -> {
            context.<String>spawn("child", inner -> new Actor<>() {
                @Override
                public void receive(String message) {}

                @Override
                public void postStop() {
                    order.add("child");
                }
            });
            return new Actor<>() {
                @Override
                public void receive(String message) {}

                @Override
                public void postStop() {
                    order.add("parent");
                }
            };
        });
        system.stop(parent);
        system.whenStopped(parent).get(10, TimeUnit.SECONDS);
        assertThat(order).containsExactly("child", "parent");
    }

    @Test
    void shouldFinishWhatWaitsBeforeItCloses() {
        var handled = new AtomicInteger();
        ActorRef<Integer> last = system.spawn(context -> message -> handled.incrementAndGet());
        ActorRef<Integer> first = system.spawn(context -> last::tell);
        for (int i = 0; i < 10_000; i++) {
            first.tell(i);
        }
        assertThat(system.close(Duration.ofSeconds(20)).isComplete()).isTrue();
        assertThat(handled).hasValue(10_000);
    }
}
