package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Roles of nodes, and what they mean where there is one process. */
class RolesTest extends ClusterTests {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);
    private static final ClusterOptions OPTIONS =
            ClusterOptions.defaults("shop", CodecRegistry.builder().build());

    @Test
    void shouldHaveNamesOfLettersDigitsAndHyphens() {
        assertThat(OPTIONS.roles()).isEmpty();
        assertThat(OPTIONS.roles(Set.of("a", "store-1")).roles()).containsExactlyInAnyOrder("a", "store-1");
        assertThat(EntityOptions.defaults().role()).isEmpty();
        assertThat(EntityOptions.defaults().role("store-1").role()).contains("store-1");
        for (String bad : Set.of("", "-a", "a b", "a/b", "ä", "a".repeat(65))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> OPTIONS.roles(Set.of(bad)))
                    .withMessageContainingAll("the name of a role", "'" + bad);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EntityOptions.defaults().role(bad))
                    .withMessageContaining("the name of a role");
        }
    }

    @Test
    void shouldBeAHundredAtMost() {
        assertThat(OPTIONS.roles(numbered(100)).roles()).hasSize(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.roles(numbered(101)))
                .withMessage("a node has at most 100 roles, but is to have 101");
    }

    private static Set<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(number -> "role-" + number).collect(Collectors.toSet());
    }

    @Test
    void shouldNotChangeWithTheSetThatWasGiven() {
        var roles = new HashSet<>(Set.of("a"));
        ClusterOptions options = OPTIONS.roles(roles);
        var member = new Member(cluster.self(), MemberStatus.UP, true, roles);
        roles.add("b");
        assertThat(options.roles()).containsExactly("a");
        assertThat(member.roles()).containsExactly("a");
    }

    @Test
    void shouldAllBeThoseOfALocalCluster() throws Exception {
        cluster.host(CLERKS, EntityOptions.defaults().role("store"), entity -> message -> {});
        EntityRef<String, String> clerk = cluster.entity(CLERKS, "Ann");
        clerk.reliable().deliver("hello").get(30, TimeUnit.SECONDS);
        assertThat(cluster.members())
                .allSatisfy(member -> assertThat(member.roles()).isEmpty());
        assertThat(Objects.requireNonNull(cluster.stats().types().get("clerk"))
                        .entities()
                        .started())
                .isEqualTo(1);
        assertThat(cluster.close(Duration.ofSeconds(30)).isComplete()).isTrue();
    }
}
