package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.console.web.Query;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final Node SELF = new Node("10.0.0.7", 2551, 255);
    private static final Node OTHER = new Node("10.0.0.6", 2551, 1);
    private static final Node GONE = new Node("10.0.0.5", 2551, 1);

    private static JsonNode look(Map<String, ClusterSnapshot> clusters) {
        return new ClusterView(new Paced<>(() -> clusters, 1, () -> 0)).look(new Query(URI.create("/")));
    }

    private static ClusterSnapshot snapshot() {
        var link = new LinkStats(12, 9, 2, 100, 1, 5, Map.of(Reason.MAILBOX_FULL, 3L));
        var type = new TypeStats(new EntityStats(4, 9, 1, 0, 2, 2), Map.of(SELF, 60, OTHER, 50, GONE, 2), 64, 4);
        return new ClusterSnapshot(
                SELF,
                List.of(
                        new Member(SELF, MemberStatus.UP, true, Set.of()),
                        new Member(OTHER, MemberStatus.LEAVING, false, Set.of("stock", "carts"))),
                false,
                new ClusterStats(Map.of(OTHER, link), Map.of(Reason.NODE_GONE, 7L), Map.of("cart", type), 0, 0));
    }

    @Test
    void shouldShowMembersInOrderWithTheirLinks() {
        JsonNode cluster = look(Map.of("shop", snapshot())).get("clusters").get(0);
        assertThat(cluster.get("name").asText()).isEqualTo("shop");
        assertThat(cluster.get("self").asText()).isEqualTo("10.0.0.7:2551");
        assertThat(cluster.get("isReady").asBoolean()).isFalse();
        assertThat(cluster.get("losses").toString()).isEqualTo("{\"node gone\":7}");
        JsonNode other = cluster.get("members").get(0);
        assertThat(other.get("address").asText()).isEqualTo("10.0.0.6:2551");
        assertThat(other.get("status").asText()).isEqualTo("leaving");
        assertThat(other.get("isReachable").asBoolean()).isFalse();
        assertThat(other.get("roles").asText()).isEqualTo("carts, stock");
        assertThat(other.get("shards").asInt()).isEqualTo(50);
        assertThat(other.get("link").get("inFlight").asInt()).isEqualTo(2);
        assertThat(other.get("link").get("credit").asInt()).isEqualTo(100);
        assertThat(other.get("link").get("dropped").toString()).isEqualTo("{\"mailbox full\":3}");
        JsonNode self = cluster.get("members").get(1);
        assertThat(self.get("isSelf").asBoolean()).isTrue();
        assertThat(self.has("link")).isFalse();
    }

    @Test
    void shouldShowTypesWithTheirShards() {
        JsonNode type = look(Map.of("shop", snapshot()))
                .get("clusters")
                .get(0)
                .get("types")
                .get(0);
        assertThat(type.get("name").asText()).isEqualTo("cart");
        assertThat(type.get("active").asInt()).isEqualTo(4);
        assertThat(type.get("handedOver").asInt()).isEqualTo(4);
        assertThat(type.get("shards").toString())
                .isEqualTo("{\"10.0.0.5:2551\":2,\"10.0.0.6:2551\":50,\"10.0.0.7:2551\":60}");
    }

    @Test
    void shouldShowNoClusters() {
        assertThat(look(Map.of()).toString()).isEqualTo("{\"clusters\":[]}");
    }
}
