package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.ReliableOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a window has when memory runs out while it hands messages out. */
class WindowTest {
    private final Window<String> window = new Window<>(ReliableOptions.defaults());

    @SuppressWarnings("NullAway") // nobody asks for its sender
    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            window.add(new Pending<String>(null, "message " + i, null, null));
            Stamp ignored = window.send();
        }
    }

    @Test
    void shouldHandOutAllOnceMoreIfThatHasFailed() {
        fill(3);
        List<Long> handled = new ArrayList<>();
        assertThatThrownBy(() -> window.handled(4, message -> {
                    if (message.number == 2) {
                        throw new OutOfMemoryError("on purpose");
                    }
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(window.handled(4, message -> handled.add(message.number))).isEqualTo(3);
        assertThat(handled).containsExactly(1L, 2L, 3L);
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.handled(2, message -> handled.add(message.number))).isZero();
    }
}
