package dev.ropewalk.cluster.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentValuesTest {
    private final ChannelEnd<?> end = new GoneLine(HandChannels.SELF).sender(new HandChannels(), 1, "items");
    private final SentValues line = new SentValues();
    private final SentValue one = new SentValue(end, "1", new byte[0]);
    private final SentValue other = new SentValue(end, "2", new byte[0]);

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        line.forEach(value -> elements.add(value.element));
        assertThat(line.size()).isEqualTo(elements.size());
        assertThat(line.isEmpty()).isEqualTo(elements.isEmpty());
        return elements;
    }

    @Test
    void shouldKeepTheOrderAndAddEachOnce() {
        assertThat(elements()).isEmpty();
        line.add(one.inUnsent);
        line.add(other.inUnsent);
        line.add(one.inUnsent);
        assertThat(elements()).containsExactly("1", "2");
        assertThat(line.peek()).isSameAs(one);
        assertThat(line.remove()).isSameAs(one);
        line.add(one.inUnsent);
        assertThat(elements()).containsExactly("2", "1");
        line.clear();
        assertThat(elements()).isEmpty();
        line.add(other.inUnsent);
        assertThat(elements()).containsExactly("2");
    }
}
