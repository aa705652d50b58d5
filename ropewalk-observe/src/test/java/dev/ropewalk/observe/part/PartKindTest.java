package dev.ropewalk.observe.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PartKindTest {
    private final AtomicInteger tries = new AtomicInteger();

    private PartKind<String> kindOf(String type) {
        return new PartKind<>("observe.part", type, this::find);
    }

    private LiveParts<?, String> find() {
        if (tries.incrementAndGet() < 3) {
            throw new OutOfMemoryError("as intended");
        }
        return new LiveParts<>(() -> Map.of("one", 1), Object::toString);
    }

    private static Map<String, String> failuresOf(PartKind<?> kind) {
        var unreadable = new UnreadableParts();
        assertThat(kind.snapshots(unreadable)).isEmpty();
        return unreadable.failures();
    }

    @Test
    void shouldBeFoundAgainAfterAPassingFailure() {
        PartKind<String> kind = kindOf("PartKindTest");
        for (int i = 0; i < 2; i++) {
            assertThat(failuresOf(kind))
                    .containsExactly(Map.entry("PartKindTest", "java.lang.OutOfMemoryError: as intended"));
        }

        var unreadable = new UnreadableParts();
        assertThat(kind.snapshots(unreadable)).containsExactly(Map.entry("one", "1"));
        assertThat(kind.references(unreadable)).containsOnlyKeys("one");
        assertThat(unreadable.failures()).isEmpty();
        assertThat(tries).hasValue(3);
    }

    @Test
    void shouldHaveNoPartsWithoutItsModule() {
        PartKind<String> kind = kindOf("Missing");

        assertThat(failuresOf(kind)).isEmpty();
        assertThat(tries).hasValue(0);
    }
}
