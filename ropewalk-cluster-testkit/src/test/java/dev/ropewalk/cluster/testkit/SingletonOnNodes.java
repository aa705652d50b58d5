package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Clocks.Ask;
import dev.ropewalk.cluster.testkit.Clocks.Ticking;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An actor of which a cluster has one. Each engine has a subclass. */
public abstract class SingletonOnNodes extends OnNodes {
    private final Clocks clocks = new Clocks();
    private final List<ActorRef<Ticking>> refs = new ArrayList<>();

    @Override
    CodecRegistry codecs() {
        return Clocks.CODECS;
    }

    @Override
    void joined(Cluster cluster) {
        String node = cluster.system().name();
        refs.add(cluster.singleton("clock", Ticking.class, context -> clocks.clock(node)));
    }

    private void awaitBegun(int count) {
        Await.until("it has begun", () -> clocks.begun().size() == count, LONG);
        assertThat(clocks.violations()).isEmpty();
    }

    private static String ask(ActorRef<Ticking> ref) throws Exception {
        return ref.<Clocks.Where>ask(Ask::new, LONG).get(60, TimeUnit.SECONDS).node();
    }

    @Test
    void shouldBeginOnceWithoutBeingSentTo() throws Exception {
        join();
        join();
        join();
        awaitBegun(1);
        for (ActorRef<Ticking> ref : refs) {
            assertThat(ask(ref)).isEqualTo(clocks.begun().getFirst());
            ref.tell(new Clocks.Tick());
        }
        Await.until("all ticks are counted", () -> clocks.ticks() == 3, LONG);
        awaitBegun(1);
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldBeginElsewhereWhenItsNodeLeaves() throws Exception {
        join();
        awaitBegun(1);
        join();
        join();
        List<Integer> living = new ArrayList<>(List.of(0, 1, 2));
        while (living.size() > 1) {
            String home = ask(refs.get(living.getFirst()));
            int index = indexOf(home);
            clusters.get(index).close(LONG);
            living.removeIf(node -> node == index);
            Await.until(
                    "it has begun elsewhere",
                    () -> living.contains(indexOf(clocks.begun().getLast())),
                    LONG);
            assertThat(living).contains(indexOf(ask(refs.get(living.getLast()))));
            assertThat(clocks.alive()).isEqualTo(1);
            assertThat(clocks.violations()).isEmpty();
        }
    }

    private static int indexOf(String node) {
        return Integer.parseInt(node.substring("node-".length()));
    }

    @Test
    void shouldBeginElsewhereWhenItsNodeFails() throws Exception {
        join();
        join();
        join();
        awaitBegun(1);
        int home = indexOf(clocks.begun().getFirst());
        int port = clusters.get(home).self().port();
        kill(home);
        awaitBegun(2); // it may have begun elsewhere before this is called: others are told at once
        assertThat(clocks.begun().getLast()).isNotEqualTo("node-" + home);

        int other = home == 0 ? 1 : 0;
        assertThat(ask(refs.get(other))).isEqualTo(clocks.begun().getLast());
        if (home != 0) {
            join(port); // under the same address
            assertThat(ask(refs.getLast())).isEqualTo(clocks.begun().getLast());
            assertThat(clocks.violations()).isEmpty();
        }
    }

    @Test
    void shouldRefuseASecondOneOfAName() {
        Cluster first = join();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.singleton("clock", Ticking.class, context -> message -> {}))
                .withMessageContainingAll("'clock'", "already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.singleton("thread", Thread.class, context -> message -> {}))
                .withMessageContainingAll("java.lang.Thread", "codecs don't know");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.singleton("a/b", Ticking.class, context -> message -> {}))
                .withMessageContaining("a/b");
    }
}
