package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.vm.VM;

/** What an idle channel costs, with all that belongs to it. */
@Timeout(120)
class FootprintTest {
    private static final int MAX_BYTES = 200;

    /** The first array of a buffer: 16 places at most, and one for a link. */
    private static final int ARRAY_BYTES = 88;

    private static final int CHANNELS = 100;

    @BeforeEach
    void assumeTheUsualLayout() {
        assumeThat(VM.current().objectAlignment()).isEqualTo(8);
        assumeThat(VM.current().sizeOfField("oop")).as("compressed references").isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldBeSmallBeforeItsFirstElement(Kind kind) {
        assertThat(averageBytes(kind, 0)).isLessThanOrEqualTo(MAX_BYTES);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldKeepOneSmallArrayWhateverWasInIt(Kind kind) {
        for (int elements : new int[] {1, 17, 100}) {
            assertThat(averageBytes(kind, elements)).isLessThanOrEqualTo(MAX_BYTES + ARRAY_BYTES);
        }
    }

    private static double averageBytes(Kind kind, int elements) {
        Object[] channels = new Object[CHANNELS];
        Object[] without = new Object[CHANNELS];
        for (int i = 0; i < CHANNELS; i++) {
            Channel<Integer> channel = kind.open();
            for (int j = 0; j < elements; j++) {
                channel.trySend(j);
            }
            channel.drainTo(new ArrayList<>(), elements + 1);
            channels[i] = channel;
        }
        // Enum constants, which all channels share, count once.
        long arrays = GraphLayout.parseInstance((Object) without).totalSize();
        return (GraphLayout.parseInstance((Object) channels).totalSize() - arrays) / (double) CHANNELS;
    }
}
