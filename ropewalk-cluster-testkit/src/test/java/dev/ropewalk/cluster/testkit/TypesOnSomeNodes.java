package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Types that not all nodes take part in, as while a new version of a program is rolled out. Each engine has a subclass. */
public abstract class TypesOnSomeNodes extends OnNodes {
    private static final EntityType<String, Command> OLD = Ledgers.TYPE;
    private static final EntityType<String, Command> NEW = EntityType.of("late", String.class, Command.class);
    private static final Duration FOR_EVER = Duration.ofMinutes(2);
    private static final int KEYS = 20;

    private final Map<EntityType<String, Command>, Ledgers> ledgers = Map.of(
            OLD, new Ledgers(false),
            NEW, new Ledgers(false));

    /** How many rounds of entries were sent to all entities of a type. */
    private final Map<EntityType<String, Command>, Integer> rounds = new HashMap<>();

    @Override
    CodecRegistry codecs() {
        return Ledgers.CODECS;
    }

    @SafeVarargs
    private Cluster joinWith(EntityType<String, Command>... types) {
        Cluster cluster = join();
        for (EntityType<String, Command> type : types) {
            host(cluster, type);
        }
        return cluster;
    }

    private void host(Cluster cluster, EntityType<String, Command> type) {
        var ignored = cluster.host(type, ledgersOf(type)::ledger);
    }

    private Ledgers ledgersOf(EntityType<String, Command> type) {
        return Objects.requireNonNull(ledgers.get(type));
    }

    /** Sends all entities of a type an entry, and waits until all are noted. */
    private void enter(Cluster from, EntityType<String, Command> type) {
        tellAll(from, type);
        awaitEntries(type);
    }

    private void tellAll(Cluster from, EntityType<String, Command> type) {
        int round = rounds.merge(type, 1, Integer::sum) - 1;
        for (int key = 0; key < KEYS; key++) {
            from.entity(type, "key-" + key).tell(new Entry("sender", round));
        }
    }

    private void awaitEntries(EntityType<String, Command> type) {
        long expected = (long) KEYS * rounds.getOrDefault(type, 0);
        Await.until(
                () -> expected + " entries of " + type + ", but they are "
                        + ledgersOf(type).entries(),
                () -> ledgersOf(type).entries() == expected,
                LONG);
        assertThat(ledgersOf(type).violations()).isEmpty();
        assertThat(losses).isEmpty();
    }

    private static Map<?, Integer> shards(Cluster cluster, EntityType<String, Command> type) {
        return Objects.requireNonNull(cluster.stats().types().get(type.name())).shards();
    }

    /** Sends entries until a node owns some of the shards: one that has moved begins when it is sent to. */
    private void enterUntilOwner(Cluster cluster, EntityType<String, Command> type) {
        long begin = System.nanoTime();
        do {
            assertThat(System.nanoTime() - begin)
                    .as("%s owns no shards of %s: %s", cluster.self(), type, shards(cluster, type))
                    .isLessThan(LONG.toNanos());
            enter(cluster, type);
        } while (!shards(cluster, type).containsKey(cluster.self()));
    }

    /** Closes a node, which would have time enough to wait for something in vain. */
    private static void closeSoon(Cluster cluster) {
        CompletableFuture<Boolean> isComplete =
                CompletableFuture.supplyAsync(() -> cluster.close(FOR_EVER).isComplete());
        Await.until("it has left", isComplete::isDone, LONG);
        assertThat(isComplete.join()).isTrue();
    }

    /** The last nodes take nothing amiss, and leave soon as well. */
    @AfterEach
    void closeAllSoon() {
        List<Cluster> living =
                clusters.stream().filter(cluster -> !cluster.removal().isDone()).toList();
        Await.until(
                "the others see all",
                () -> living.stream().allMatch(cluster -> cluster.members().size() == living.size()),
                LONG);
        living.forEach(TypesOnSomeNodes::closeSoon);
    }

    @Test
    void shouldLiveOnTheSecondNode() {
        Cluster first = joinWith();
        Cluster second = joinWith(NEW);
        enter(second, NEW);
        closeSoon(second);
        assertThat(first.removal()).isNotDone();
    }

    @Test
    void shouldLiveOnTheLastNode() {
        Cluster first = joinWith(OLD);
        Cluster second = joinWith(OLD);
        Cluster third = joinWith(OLD, NEW);
        enter(third, NEW);
        enter(second, OLD);
        closeSoon(third);
        assertThat(List.of(first, second))
                .noneMatch(cluster -> cluster.removal().isDone());
    }

    @Test
    void shouldLiveOnTheOldestNodeLater() {
        Cluster first = joinWith();
        Cluster second = joinWith(NEW);
        enter(second, NEW);
        host(first, NEW);
        enterUntilOwner(first, NEW);
        enter(second, NEW);
        closeSoon(second);
        enter(first, NEW);
    }

    @Test
    void shouldOutliveTheOldestNode() {
        Cluster first = joinWith(OLD);
        Cluster second = joinWith(OLD);
        Cluster third = joinWith(NEW);
        enter(third, NEW);
        closeSoon(first);
        enter(third, NEW);
        enter(second, OLD);
        closeSoon(second);
        enter(third, NEW);
    }

    @Test
    void shouldBeHostedAgainWhenTheLastNodeHasLeft() {
        Cluster first = joinWith(OLD);
        Cluster second = joinWith(OLD, NEW);
        enter(second, NEW);
        closeSoon(second);
        Cluster third = joinWith(NEW);
        enter(third, NEW);
        host(first, NEW);
        closeSoon(third);
        enter(first, NEW);
    }

    @Test
    void shouldKeepNobodyWhenNoNodeHostsItAnyMore() {
        Cluster first = joinWith(OLD);
        Cluster second = joinWith(NEW);
        enter(second, NEW);
        closeSoon(second);
        Cluster third = joinWith(OLD);
        enter(third, OLD);
        closeSoon(first);
        enter(third, OLD);
    }

    @Test
    void shouldComeWithANewVersion() {
        Cluster one = joinWith(OLD);
        Cluster two = joinWith(OLD);
        enter(one, OLD);
        Cluster newOne = joinWith(OLD, NEW);
        tellAll(newOne, NEW);
        closeSoon(one);
        tellAll(newOne, NEW);
        awaitEntries(NEW);
        Cluster newTwo = joinWith(OLD, NEW);
        enter(newTwo, OLD);
        closeSoon(two);
        tellAll(newOne, NEW);
        awaitEntries(NEW);
        enterUntilOwner(newTwo, NEW);
        enter(newTwo, OLD);
    }

    @Test
    void shouldBeSingletonsOfTheYoungest() throws Exception {
        joinWith(OLD);
        joinWith(OLD);
        Cluster third = join();
        String home = third.self().toString();
        ActorRef<Command> clerk = third.singleton(
                "clerk",
                Command.class,
                context -> command -> ((Ledgers.Total) command).answer().tell((long) home.hashCode()));
        assertThat(clerk.<Long>ask(Ledgers.Total::new, LONG).get(60, TimeUnit.SECONDS))
                .isEqualTo(home.hashCode());
        closeSoon(third);
    }
}
