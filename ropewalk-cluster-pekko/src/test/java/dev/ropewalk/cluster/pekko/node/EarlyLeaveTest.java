package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.SplitBrain;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EarlyLeaveTest {
    /** To itself it still joins, and so it has no age. Pekko's replicas that are ordered by the age of their nodes would go on waiting for it whenever a shard gets an owner. */
    @Test
    void shouldBeForgottenThoughItLeavesBeforeItKnowsThatItIsUp() {
        var options = TestNode.options("shop")
                .splitBrain(SplitBrain.keepOldest()); // it goes on, whoever has the lowest address
        try (var first = TestNode.start(options)) {
            assertThat(first.locateAll()).containsOnly(first.self()); // Pekko's part for shards is there
            try (var second = first.join(options)) {
                var leaves = new AtomicBoolean();
                first.whenMembersChange(members -> {
                    if (members.contains(new Member(second.self(), MemberStatus.UP, true, Set.of()))
                            && leaves.compareAndSet(false, true)) {
                        var ignored = second.engine.leaveNow();
                    }
                });
                TestNode.get(second.engine.whenEnded());
            }
            TestNode.awaitUp(first);
            first.engine.host("late", Optional.empty());
            assertThat(first.locate("late", 0)).isEqualTo(first.self());
        }
    }
}
