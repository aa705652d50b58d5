package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Jobs.Done;
import dev.ropewalk.cluster.testkit.Jobs.Work;
import dev.ropewalk.testing.Await;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Entities that begin again by themselves on the next node. Each engine has a subclass. */
public abstract class RememberedOnNodes extends OnNodes {
    private static final int KEYS = 300;

    private final Jobs jobs = new Jobs();
    private final MemoryKeys<String> keys = new MemoryKeys<>();
    private final Set<String> expected = new TreeSet<>();

    @Override
    CodecRegistry codecs() {
        return Jobs.CODECS;
    }

    @Override
    void joined(Cluster cluster) {
        String node = cluster.system().name();
        cluster.host(
                Jobs.TYPE, EntityOptions.defaults().remembered(String.class, keys), entity -> jobs.job(node, entity));
    }

    private void beginAll() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            String name = "key-" + key;
            expected.add(name);
            var ignored = clusters.getFirst()
                    .entity(Jobs.TYPE, name)
                    .<String>ask(Work::new, LONG)
                    .get(60, TimeUnit.SECONDS);
        }
        assertThat(keys.all()).isEqualTo(expected);
    }

    private void awaitAll(Set<String> nodes) {
        Await.until(
                () -> "all live on " + nodes + ", but these do: " + jobs.alive(),
                () -> jobs.alive().keySet().equals(expected)
                        && nodes.equals(Set.copyOf(jobs.alive().values())),
                LONG.multipliedBy(2));
        assertThat(jobs.violations()).isEmpty();
    }

    @Test
    void shouldGoAlongWithTheirShards() throws Exception {
        join();
        beginAll();
        join();
        awaitAll(Set.of("node-0", "node-1"));
        clusters.getFirst().close(LONG);
        awaitAll(Set.of("node-1"));
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldBeginElsewhereWhenTheirNodeFails() throws Exception {
        join();
        join();
        join();
        beginAll();
        awaitAll(Set.of("node-0", "node-1", "node-2"));
        kill(1);
        awaitAll(Set.of("node-0", "node-2"));
        assertThat(keys.all()).isEqualTo(expected);
    }

    @Test
    void shouldBeginAgainWithTheCluster() throws Exception {
        join();
        join();
        beginAll();
        clusters.getFirst().entity(Jobs.TYPE, "key-0").tell(new Done());
        expected.remove("key-0");
        Await.until("it is forgotten", () -> keys.all().equals(expected), LONG);
        clusters.getLast().close(LONG);
        clusters.getFirst().close(LONG);
        assertThat(jobs.alive()).isEmpty();
        clusters.clear();
        join();
        awaitAll(Set.of("node-2"));
    }
}
