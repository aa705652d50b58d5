package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routers as a user would write them. */
@Timeout(60)
class RouterExampleTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @AutoClose
    private final ActorSystem system = ActorSystem.create("examples");

    record Factor(long number, ActorRef<List<Long>> replyTo) {}

    private static void factor(Factor job) {
        job.replyTo()
                .tell(IntStream.rangeClosed(1, (int) job.number())
                        .filter(divisor -> job.number() % divisor == 0)
                        .mapToObj(divisor -> (long) divisor)
                        .toList());
    }

    /** Jobs that are all alike go to the worker with the least to do, and a busy time calls for more workers. */
    @Test
    void shouldShareJobsAmongWorkers() {
        Router<Factor> workers = system.spawnRouter(
                ActorOptions.defaults().name("workers"),
                Routing.leastLoaded(),
                2,
                context -> RouterExampleTest::factor);

        CompletableFuture<List<Long>> divisors = workers.ask(replyTo -> new Factor(12, replyTo), TIMEOUT);
        workers.resize(4);

        assertThat(divisors.join()).containsExactly(1L, 2L, 3L, 4L, 6L, 12L);
        assertThat(workers.routees()).hasSize(4);
    }

    sealed interface Command {
        String account();
    }

    record Deposit(String account, long amount) implements Command {}

    record Balance(String account, ActorRef<Long> replyTo) implements Command {}

    /** Keeps all accounts that it hears of. */
    private static final class Branch implements Actor<Command> {
        private final Map<String, Long> balances = new HashMap<>();

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(String account, long amount) -> balances.merge(account, amount, Long::sum);
                case Balance(String account, ActorRef<Long> replyTo) ->
                    replyTo.tell(balances.getOrDefault(account, 0L));
            }
        }
    }

    /** With consistent hashing each routee has keys of its own: it can keep state about them. */
    @Test
    void shouldSendAllAboutAnAccountToTheSameBranch() {
        Router<Command> bank = system.spawnRouter(Routing.consistentHash(Command::account), 8, context -> new Branch());

        for (int day = 0; day < 30; day++) {
            bank.tell(new Deposit("Ada", 10));
            bank.tell(new Deposit("Alan", 1));
        }

        assertThat(balanceOf(bank, "Ada")).isEqualTo(300);
        assertThat(balanceOf(bank, "Alan")).isEqualTo(30);
    }

    private static long balanceOf(ActorRef<Command> bank, String account) {
        return bank.<Long>ask(replyTo -> new Balance(account, replyTo), TIMEOUT).join();
    }

    record Price(String item, ActorRef<Integer> replyTo) {}

    /** Asking a broadcasting router gives the first answer, here of those shops that have the item. */
    @Test
    void shouldTakeTheFirstAnswerOfAll() {
        ActorRef<Price> soldOut = system.spawn(context -> price -> {});
        ActorRef<Price> wellStocked =
                system.spawn(context -> price -> price.replyTo().tell(7));
        Router<Price> shops = system.routerOf(Routing.broadcast(), List.of(soldOut, wellStocked));

        assertThat(shops.<Integer>ask(replyTo -> new Price("rope", replyTo), TIMEOUT)
                        .join())
                .isEqualTo(7);
    }
}
