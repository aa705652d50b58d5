package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.testkit.Counters.Count;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entities that are stopped with their node, whose time is up before their shard has moved: what they would have handed over is told. */
@Timeout(60)
class StatesWithoutTimeTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    private final SimulatedNetwork network = SimulatedNetwork.seeded(1);
    private final Scheduler scheduler = Scheduler.create();
    private final ActorSystem oneSystem =
            ActorSystem.builder("one").scheduler(scheduler).build();
    private final ActorSystem otherSystem =
            ActorSystem.builder("other").scheduler(scheduler).build();
    private final ClusterOptions options = ClusterOptions.defaults("shop", Counters.CODECS)
            .plaintext(true)
            .shards(1)
            .onLoss(losses::add);
    private final Cluster one = Cluster.join(oneSystem, options, network.engine());

    @AfterEach
    void close() {
        network.heal();
        one.close(LONG);
        otherSystem.close(LONG);
        oneSystem.close(LONG);
        scheduler.close();
        log.close();
    }

    @Test
    void shouldTellOfWhatAnotherNodeCannotGet() throws Exception {
        one.host(Counters.TYPE, Counters.OPTIONS, new Counters("")::counter);
        assertThat(one.entity(Counters.TYPE, "17").ask(Count::new, LONG).get(20, TimeUnit.SECONDS))
                .isZero();
        try (Cluster other =
                Cluster.join(otherSystem, options.seeds(List.of(one.self().address())), network.engine())) {
            network.isolate(other.self());
            one.close(Duration.ZERO);
            Await.until("the loss is told", () -> !losses.isEmpty());
        }
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.HAND_OVER);
        assertThat(losses).extracting(MessageLoss::recipient).containsExactly("/one/counter/17");
        assertThat(log.messages("states of 1 entities of /counter weren't handed over"))
                .hasSize(1);
    }
}
