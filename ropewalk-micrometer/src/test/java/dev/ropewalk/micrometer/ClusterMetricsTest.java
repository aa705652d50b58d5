package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TypeStats;
import io.micrometer.core.instrument.Tags;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterMetricsTest {
    private static final Node SELF = new Node("10.0.0.7", 17355, 255);
    private static final Node NEXT = new Node("10.0.0.6", 17355, 1);
    private static final Node LAST = new Node("10.0.0.5", 17355, 1);
    private static final EntityType<String, String> CART = EntityType.of("cart", String.class, String.class);

    private final Scrape scrape = new Scrape();

    /** Returns a cluster that can only be asked for a snapshot. */
    private static Cluster shown(ClusterSnapshot snapshot) {
        return (Cluster) Proxy.newProxyInstance(
                Cluster.class.getClassLoader(), new Class<?>[] {Cluster.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("snapshot")) {
                        return snapshot;
                    }
                    throw new UnsupportedOperationException(method.toString());
                });
    }

    private static LinkStats link(long inFlight, long credit) {
        return new LinkStats(100, 90, inFlight, credit, 0, 5, Map.of());
    }

    @Test
    void shouldShowANodeWithItsLinksTogether() {
        var type = new TypeStats(new EntityStats(4, 9, 1, 2, 3, 5), Map.of(SELF, 60, NEXT, 50), 64, 8);
        var stats = new ClusterStats(
                Map.of(NEXT, link(7, 9), LAST, link(3, 0)),
                Map.of(Reason.NODE_GONE, 12L),
                Map.of("cart", type),
                13,
                14);
        Cluster cluster = shown(new ClusterSnapshot(
                SELF,
                List.of(
                        new Member(SELF, MemberStatus.UP, true, Set.of()),
                        new Member(NEXT, MemberStatus.UP, true, Set.of()),
                        new Member(LAST, MemberStatus.UP, false, Set.of())),
                true,
                stats));
        new ClusterMetrics(cluster, "shop", Tags.empty()).bindTo(scrape.registry);

        assertThat(scrape.linesWith("{")).isEqualTo("""
                ropewalk_cluster_in_flight_messages{name="shop"} 10.0
                ropewalk_cluster_known_members{name="shop"} 3.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="closed"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="failed"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="hand_over"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="link"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="mailbox_full"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="malformed"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="no_credit"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="no_place"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="no_recipient"} 0.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="node_gone"} 12.0
                ropewalk_cluster_lost_messages_total{name="shop",reason="stopped"} 0.0
                ropewalk_cluster_ready{name="shop"} 1.0
                ropewalk_cluster_redelivered_messages_total{name="shop"} 13.0
                ropewalk_cluster_refused_frames_total{name="shop"} 14.0
                ropewalk_cluster_type_active_entities{name="shop",type="cart"} 4.0
                ropewalk_cluster_type_assigned_shards_total{name="shop",type="cart"} 64.0
                ropewalk_cluster_type_handed_over_shards_total{name="shop",type="cart"} 8.0
                ropewalk_cluster_type_owned_shards{name="shop",type="cart"} 60.0
                ropewalk_cluster_type_passivated_entities_total{name="shop",type="cart"} 6.0
                ropewalk_cluster_type_started_entities_total{name="shop",type="cart"} 9.0
                ropewalk_cluster_type_stopped_entities_total{name="shop",type="cart"} 5.0
                ropewalk_cluster_unreachable_members{name="shop"} 1.0
                ropewalk_cluster_without_credit_members{name="shop"} 1.0""");
    }

    @Test
    void shouldFollowTypesWhenItIsTold() {
        try (ActorSystem system = ActorSystem.create("shop");
                Cluster cluster = Cluster.local(system);
                ClusterMetrics metrics = new ClusterMetrics(cluster, "shop", Tags.empty())) {
            metrics.bindTo(scrape.registry);
            assertThat(scrape.linesWith("type_owned")).isEmpty();
            var ignored = cluster.host(CART, entity -> message -> {});

            metrics.refresh();
            assertThat(scrape.linesWith("type_owned"))
                    .isEqualTo("ropewalk_cluster_type_owned_shards{name=\"shop\",type=\"cart\"} 1.0");
        }
        assertThat(scrape.registry.getMeters()).isEmpty();
    }

    @Test
    void shouldShowAClusterThatHasEndedAsNotReady() {
        try (ActorSystem system = ActorSystem.create("shop");
                Cluster cluster = Cluster.local(system);
                ClusterMetrics metrics = new ClusterMetrics(cluster, "shop", Tags.empty())) {
            metrics.bindTo(scrape.registry);
            assertThat(scrape.linesWith("cluster_ready")).endsWith(" 1.0");
            var ignored = cluster.close(Duration.ofSeconds(10));

            assertThat(scrape.linesWith("cluster_ready")).endsWith(" 0.0");
            assertThat(scrape.linesWith("known_members")).endsWith(" 0.0");
        }
    }
}
