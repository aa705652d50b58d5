package dev.ropewalk.observe.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LivePartsTest {
    private final Map<String, Integer> live = new LinkedHashMap<>(Map.of("a", 1));
    private final UnreadableParts unreadable = new UnreadableParts();

    @Test
    void shouldNameWhatFailsAndKeepTheOthers() {
        live.put("b", 0);
        live.put("c", 3);
        var parts = new LiveParts<Integer, Integer>(() -> live, part -> 6 / part);

        assertThat(parts.snapshots("Number", unreadable)).containsExactly(Map.entry("a", 6), Map.entry("c", 2));
        assertThat(unreadable.failures())
                .containsExactly(Map.entry("Number b", "java.lang.ArithmeticException: / by zero"));
    }

    @Test
    void shouldSurviveErrors() {
        live.put("b", 2);
        var parts = new LiveParts<Integer, Integer>(() -> live, part -> {
            if (part == 1) {
                throw new NoClassDefFoundError("as intended");
            }
            return part;
        });

        assertThat(parts.snapshots("Number", unreadable)).containsExactly(Map.entry("b", 2));
        assertThat(unreadable.failures()).containsOnlyKeys("Number a");
    }

    @Test
    void shouldLeaveOutWhatHasEndedMeanwhile() {
        var parts = new LiveParts<Integer, Integer>(() -> Map.copyOf(live), part -> {
            live.clear();
            throw new IllegalStateException("closed");
        });

        assertThat(parts.snapshots("Number", unreadable)).isEmpty();
        assertThat(unreadable.failures()).isEmpty();
    }

    @Test
    void shouldNameAKindThatCannotBeListed() {
        var parts = new LiveParts<Integer, Integer>(
                () -> {
                    throw new IllegalStateException("as intended");
                },
                part -> part);

        assertThat(parts.snapshots("Number", unreadable)).isEmpty();
        assertThat(unreadable.failures())
                .containsExactly(Map.entry("Number", "java.lang.IllegalStateException: as intended"));
    }

    @Test
    void shouldTakeAFailureWithoutText() {
        var parts = new LiveParts<Integer, Integer>(() -> live, part -> {
            throw new Mute();
        });

        assertThat(parts.snapshots("Number", unreadable)).isEmpty();
        assertThat(unreadable.failures()).containsExactly(Map.entry("Number a", Mute.class.getName()));
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("as intended");
        }
    }

    @Test
    void shouldFindNothingWithoutTheModule() {
        assertThat(LiveParts.none().snapshots("Number", unreadable)).isEmpty();
        assertThat(unreadable.failures()).isEmpty();
    }
}
