package dev.ropewalk.journal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.JournalClosedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is told that a journal is closed. */
class OpenFlowsTest {
    private final OpenFlows flows = new OpenFlows();
    private final List<String> told = new ArrayList<>();

    private void close() {
        flows.close(() -> new JournalClosedException("closed"));
    }

    @Test
    void shouldTellAllThoughOneThrows() {
        flows.enter(_ -> {
            throw new IllegalStateException("the rope broke");
        });
        flows.enter(why -> told.add("second: " + why.getMessage()));
        flows.enter(_ -> {
            throw new IllegalArgumentException("another broke");
        });
        flows.enter(why -> told.add("last: " + why.getMessage()));

        assertThatThrownBy(this::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the rope broke")
                .hasSuppressedException(new IllegalArgumentException("another broke"));
        assertThat(told).containsExactly("second: closed", "last: closed");
    }

    @Test
    void shouldTellAtOnceWhoComesLater() {
        close();
        flows.enter(why -> told.add(why.getMessage()));

        assertThat(told).containsExactly("closed");
    }
}
