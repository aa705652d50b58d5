package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.pekko.wire.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;
import org.junit.jupiter.api.Test;

class UnheardTest {
    private static final Part HERE = new Part("box", true);
    private static final Part ELSEWHERE = new Part("box", false);

    private final UniqueAddress one = node(1);
    private final UniqueAddress two = node(2);
    private final Unheard unheard = new Unheard();

    private static UniqueAddress node(long number) {
        return new UniqueAddress(new Address("pekko", "shop", "localhost", 2551), number);
    }

    private List<String> all() {
        List<String> all = new ArrayList<>();
        unheard.forEach((node, part) -> all.add(node.longUid() + " " + part.type() + " " + part.hosts()));
        return all;
    }

    @Test
    void shouldTellEachMemberAll() {
        assertThat(unheard.meet(one, Set.of(ELSEWHERE))).isTrue();
        assertThat(unheard.meet(one, Set.of())).isFalse();
        assertThat(unheard.knows(one)).isTrue();
        assertThat(unheard.knows(two)).isFalse();
        unheard.meet(two, Set.of());
        unheard.add(HERE);
        assertThat(all()).containsExactlyInAnyOrder("1 box false", "1 box true", "2 box true");
    }

    @Test
    void shouldBeEmptyWhenAllHaveHeardAll() {
        assertThat(unheard.isEmpty()).isTrue();
        unheard.meet(one, Set.of(HERE));
        unheard.meet(two, Set.of(HERE));
        unheard.settle(one, HERE);
        unheard.settle(one, HERE);
        unheard.settle(node(3), HERE);
        assertThat(unheard.isEmpty()).isFalse();
        unheard.settle(two, HERE);
        assertThat(unheard.isEmpty()).isTrue();
    }

    @Test
    void shouldForgetWhoHasGone() {
        unheard.meet(one, Set.of(HERE));
        unheard.forget(one);
        assertThat(unheard.isEmpty()).isTrue();
        assertThat(unheard.knows(one)).isFalse();
    }

    /** That a region is here has been heard, that shards may be hasn't. */
    @Test
    void shouldKeepWhatHasChangedMeanwhile() {
        unheard.meet(one, Set.of(ELSEWHERE));
        unheard.add(HERE);
        unheard.settle(one, ELSEWHERE);
        assertThat(all()).containsExactly("1 box true");
    }
}
