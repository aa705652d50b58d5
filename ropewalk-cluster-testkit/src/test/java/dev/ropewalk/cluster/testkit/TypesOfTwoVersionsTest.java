package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.Since;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes that know another type by the same id say so when they meet. */
class TypesOfTwoVersionsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    record Event(String node, String text) {}

    record Swapped(String text, String node) {}

    record More(String node, String text, @Since(2) String place) {}

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);
    private final List<Cluster> nodes = new ArrayList<>();

    private Cluster join(Class<?> event) {
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, String.class)
                .register(2, event)
                .build();
        ClusterOptions options = ClusterOptions.defaults("diary", codecs)
                .plaintext(true)
                .seeds(nodes.stream()
                        .limit(1)
                        .map(first -> first.self().address())
                        .toList());
        Cluster joined = Cluster.join(ActorSystem.create("diary" + nodes.size()), options, network.engine());
        nodes.add(joined);
        return joined;
    }

    @AfterEach
    void close() {
        nodes.reversed().forEach(node -> {
            node.close(LONG);
            node.system().close();
        });
        log.close();
    }

    private List<String> conflicts() {
        return log.messages(Level.WARNING, "can't be read as each other");
    }

    /** Messages come after what a node says when it meets another one, which is answered at once. */
    private void exchangeMessages() throws Exception {
        EntityType<String, String> echo = EntityType.of("echo", String.class, String.class);
        for (Cluster node : nodes) {
            var ignored = node.host(echo, entity -> message -> {});
        }
        for (Cluster node : nodes) {
            for (int key = 0; key < 100; key++) {
                node.entity(echo, "" + key).reliable().deliver("hello").get();
            }
        }
    }

    @Test
    void shouldWarnOfTypesThatWouldBeMisread() {
        Cluster first = join(Event.class);
        Cluster second = join(Swapped.class);
        Await.until("both have warned", () -> conflicts().size() == 2);
        assertThat(conflicts())
                .allSatisfy(warning -> assertThat(warning)
                        .contains(
                                first.self().toString(),
                                second.self().toString(),
                                "the type 2",
                                "$Event: ",
                                "$Swapped: ")
                        .contains("component 1 is"));
    }

    @Test
    void shouldNotWarnOfVersionsThatReadEachOther() throws Exception {
        join(Event.class);
        join(More.class);
        exchangeMessages();
        assertThat(conflicts()).isEmpty();
    }
}
