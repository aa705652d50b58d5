package dev.ropewalk.cluster.pekko.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Node;
import java.util.Comparator;
import java.util.List;
import org.apache.pekko.cluster.Member;
import org.junit.jupiter.api.Test;

class HostsOrderTest {
    @Test
    void shouldOrderNodesAsPekkoDoes() {
        List<Node> nodes = List.of(
                new Node("10.0.0.2", 2551, 1),
                new Node("10.0.0.10", 2551, 1),
                new Node("10.0.0.2", 9, 1),
                new Node("2001:db8::1", 2551, 1),
                new Node("2001:db8::12", 2551, 1),
                new Node("node", 2551, 1),
                new Node("NODE", 2551, 1));
        Comparator<Node> pekko =
                Comparator.comparing(node -> Hosts.address("shop", node.address()), Member.addressOrdering());
        assertThat(nodes.stream().sorted(Hosts.order()).toList())
                .isEqualTo(nodes.stream().sorted(pekko).toList());
    }
}
