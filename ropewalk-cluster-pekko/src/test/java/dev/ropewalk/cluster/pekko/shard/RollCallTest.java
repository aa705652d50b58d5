package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RollCallTest {
    private static final Set<String> MOVING = Set.of("1", "2");

    private final List<String> asked = new ArrayList<>();
    private final CompletableFuture<Boolean> second = new CompletableFuture<>();
    private final RollCall<String> rollCall = new RollCall<>(region -> {
        asked.add(region);
        return region.equals("b") ? second : CompletableFuture.completedFuture(true);
    });

    private CompletableFuture<Set<String>> allowed(Set<String> moving) {
        return rollCall.allow(moving, List.of("a", "b", "c")).toCompletableFuture();
    }

    @Test
    void shouldWaitForAll() {
        CompletableFuture<Set<String>> allowed = allowed(MOVING);
        assertThat(allowed).isNotDone();
        assertThat(rollCall.isGoingOn()).isTrue();
        assertThat(rollCall.hasAllowed()).isFalse();
        assertThat(allowed(MOVING)).isCompletedWithValue(Set.of());
        assertThat(asked).containsExactly("a", "b", "c");
        second.complete(true);
        assertThat(allowed).isCompletedWithValue(MOVING);
        assertThat(rollCall.isGoingOn()).isFalse();
        assertThat(rollCall.hasAllowed()).isTrue();
    }

    @Test
    void shouldMoveNothingIfOneDoesNotAnswer() {
        CompletableFuture<Set<String>> allowed = allowed(MOVING);
        second.complete(false);
        assertThat(allowed).isCompletedWithValue(Set.of());
        assertThat(rollCall.hasAllowed()).isFalse();
    }

    @Test
    void shouldAskNobodyForNothing() {
        assertThat(allowed(Set.of())).isCompletedWithValue(Set.of());
        assertThat(asked).isEmpty();
    }
}
