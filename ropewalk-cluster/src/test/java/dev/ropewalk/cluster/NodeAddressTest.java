package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest extends ClusterTests {
    @Test
    void shouldBeToldOfALocalNodeToo() {
        NodeAddress address = cluster.self().address();
        assertThat(address).hasToString("local:0");
        assertThatIllegalArgumentException()
                .isThrownBy(address::requireReachable)
                .withMessage("the port of a node that others reach must be from 1 to 65535, but is 0, of host 'local'");
    }

    @Test
    void shouldBeReachableAsASeed() {
        ClusterOptions options =
                ClusterOptions.defaults("shop", CodecRegistry.builder().build());
        var seed = new NodeAddress("10.0.0.1", 65535);
        assertThat(options.seeds(List.of(seed)).seeds()).containsExactly(seed);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.seeds(List.of(seed, cluster.self().address())))
                .withMessageContaining("but is 0, of host 'local'");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536, Integer.MIN_VALUE})
    void shouldHaveAPort(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeAddress("10.0.0.1", port))
                .withMessageContainingAll("from 0 to 65535", "is " + port, "10.0.0.1");
    }
}
