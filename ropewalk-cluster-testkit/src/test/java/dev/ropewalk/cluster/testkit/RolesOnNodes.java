package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Ledgers.Command;
import dev.ropewalk.cluster.testkit.Ledgers.Entry;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Entities and singletons that live on some nodes only. Each engine has a subclass. */
public abstract class RolesOnNodes extends OnNodes {
    private static final Set<String> NONE = Set.of();
    private static final Set<String> BOOKS = Set.of("books", "archive");
    private static final EntityOptions<Object> OPTIONS =
            EntityOptions.defaults().role("books");
    private static final int KEYS = 60;

    private final Ledgers ledgers = new Ledgers(false);

    @Override
    CodecRegistry codecs() {
        return Ledgers.CODECS;
    }

    private Entities<String, Command> host(Cluster cluster) {
        return cluster.host(Ledgers.TYPE, OPTIONS, ledgers::ledger);
    }

    private static void tellAll(Cluster from, long number) {
        for (int key = 0; key < KEYS; key++) {
            from.entity(Ledgers.TYPE, "key-" + key).tell(new Entry("sender", number));
        }
    }

    private void awaitEntries(long count) {
        Await.until("all entries are noted", () -> ledgers.entries() == count, LONG);
        assertThat(ledgers.violations()).isEmpty();
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldLiveOnNodesThatHaveTheRole() {
        Cluster sender = join(NONE);
        Cluster one = join(BOOKS);
        Cluster two = join(BOOKS);
        Entities<String, Command> here = host(sender);
        Entities<String, Command> there = host(one);
        Entities<String, Command> alsoThere = host(two);
        Await.until("all see the roles", () -> clusters.stream().allMatch(RolesOnNodes::seesRoles), LONG);
        tellAll(sender, 0);
        awaitEntries(KEYS);
        assertThat(here.stats().started()).isZero();
        assertThat(there.stats().started() + alsoThere.stats().started())
                .isEqualTo(ledgers.begun())
                .isGreaterThanOrEqualTo(KEYS); // more if shards have moved from one to the other
        assertThat(Objects.requireNonNull(sender.stats().types().get("ledger")).shards())
                .doesNotContainKey(sender.self());
    }

    private static boolean seesRoles(Cluster cluster) {
        return cluster.members().stream()
                .map(Member::roles)
                .collect(Collectors.toSet())
                .equals(Set.of(NONE, BOOKS));
    }

    @Test
    void shouldWaitForANodeThatHasTheRole() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.cluster")) {
            Cluster sender = join(NONE);
            Entities<String, Command> here = host(sender);
            tellAll(sender, 0);
            Await.until(
                    "it is said what is missing",
                    () -> !log.messages("no node is up that has the role 'books' for entities of 'ledger'")
                            .isEmpty(),
                    LONG);
            assertThat(here.stats().started()).isZero();
            host(join(BOOKS));
            awaitEntries(KEYS);
        }
    }

    @Test
    void shouldMoveToTheNextNodeThatHasTheRole() {
        Cluster sender = join(NONE);
        Cluster one = join(BOOKS);
        host(sender);
        host(one);
        tellAll(sender, 0);
        awaitEntries(KEYS);
        assertThat(one.close(LONG).isComplete()).isTrue();
        tellAll(sender, 1);
        host(join(BOOKS));
        awaitEntries(2 * KEYS);
    }

    @Test
    void shouldLeaveThoughItOnlySends() {
        Cluster one = join(BOOKS);
        Cluster sender = join(NONE);
        host(one);
        host(sender);
        tellAll(sender, 0);
        assertThat(sender.close(LONG).isComplete()).isTrue();
        awaitEntries(KEYS);
    }

    @Test
    void shouldBeOfSingletonsToo() throws Exception {
        Function<Cluster, ActorRef<Command>> begin =
                cluster -> cluster.singleton("clerk", Command.class, OPTIONS, context -> {
                    String node = cluster.self().toString();
                    return command -> ((Ledgers.Total) command).answer().tell((long) node.hashCode());
                });
        ActorRef<Command> ref = begin.apply(join(NONE));
        Cluster home = join(BOOKS);
        assertThat(begin.apply(home)).isNotNull();
        assertThat(begin.apply(join(NONE))).isNotNull();
        assertThat(ref.<Long>ask(Ledgers.Total::new, LONG).get(60, TimeUnit.SECONDS))
                .isEqualTo(home.self().toString().hashCode());
    }

    @Test
    void shouldBeTheSameOnAllNodes() {
        var key = new ServiceKey<>("told", Command.class);
        Cluster first = join(BOOKS);
        host(first);
        ActorRef<Command> actor = first.system().spawn(context -> command -> {});
        first.receptionist().register(key, actor);
        Cluster second = join(BOOKS);
        Await.until(
                "it is told", () -> !second.receptionist().find(key).isEmpty(), LONG); // which comes behind the types
        assertThatIllegalArgumentException()
                .isThrownBy(() -> second.host(Ledgers.TYPE, ledgers::ledger))
                .withMessage(second.self() + " hosts entities of 'ledger' on all nodes, but " + first.self()
                        + " on nodes with the role 'books': all nodes must name the same role for it");
        host(second);
        assertThat(second.entity(Ledgers.TYPE, "key")).isNotNull();
    }

    @Test
    void shouldBeSaidIfTheyDifferTooLateToBeRefused() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.cluster")) {
            Cluster first = join(BOOKS);
            Cluster second = join(BOOKS);
            var early = EntityType.of("early", String.class, Command.class);
            boolean isRefused = false;
            first.host(early, OPTIONS, ledgers::ledger);
            try {
                second.host(early, EntityOptions.defaults().role("archive"), ledgers::ledger);
            } catch (IllegalArgumentException known) {
                isRefused = true;
            }
            boolean refused = isRefused;
            Await.until(
                    "it is refused, or said",
                    () -> refused
                            || !log.messages(Level.SEVERE, "all nodes must name the same role")
                                    .isEmpty(),
                    LONG);
        }
    }
}
