package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.pekko.wire.Part;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;
import org.junit.jupiter.api.Test;

class HostedTypesTest {
    private final HostedTypes hosted = new HostedTypes();

    @Test
    void shouldTellOthersWhatIsNew() {
        var elsewhere = new Part("box", false);
        var here = new Part("box", true);
        assertThat(hosted.take(elsewhere)).isTrue();
        assertThat(hosted.take(elsewhere)).isFalse();
        assertThat(hosted.take(here)).isTrue();
        assertThat(hosted.take(here)).isFalse();
        assertThat(hosted.take(elsewhere)).isFalse();
        assertThat(hosted.own()).contains(here);
    }

    @Test
    void shouldSayNothingLessThanThatItHosts() {
        var here = new Part("box", true);
        assertThat(hosted.take(here)).isTrue();
        assertThat(hosted.take(new Part("box", false))).isFalse();
        assertThat(hosted.own()).containsExactly(here);
    }

    @Test
    void shouldLetNothingComeToWhoLeaves() {
        var node = new UniqueAddress(new Address("pekko", "bank", "host", 1), 7L);
        hosted.add(node, "box");
        assertThat(hosted.mayComeTo(node, "box")).isTrue();
        assertThat(hosted.mayComeTo(node, "bag")).isFalse();
        hosted.leaves(node);
        assertThat(hosted.mayComeTo(node, "box")).isFalse();
        assertThat(hosted.isAt(node, "box")).isTrue();
        hosted.remove(node);
        assertThat(hosted.isAt(node, "box")).isFalse();
    }
}
