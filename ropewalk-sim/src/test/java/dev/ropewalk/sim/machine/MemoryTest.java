package dev.ropewalk.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.machine.MachineShape.CacheSize;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private static final int LINE = Memory.LINE_BYTES;

    /** Two cores a cluster and four a node; caches of one, two and four lines, each one set. */
    private final Memory memory = new Memory(
            new MachineShape(8, 2, 4, new CacheSize(LINE, 1), new CacheSize(2 * LINE, 2), new CacheSize(4 * LINE, 4)));

    private final long[] lines =
            LongStream.range(0, 8).map(i -> memory.allocateLines(LINE)).toArray();

    private List<Reach> trace(int core, int... which) {
        return IntStream.of(which)
                .mapToObj(line -> memory.access(core, lines[line]))
                .toList();
    }

    @Test
    void shouldFindALineWhereItHasGone() {
        assertThat(trace(0, 0, 0, 1, 0, 0))
                .as("the first cache has one line, the second two")
                .containsExactly(Reach.MEMORY, Reach.LEVEL1, Reach.MEMORY, Reach.LEVEL2, Reach.LEVEL1);
    }

    @Test
    void shouldKeepWhatLeavesACoreInItsCluster() {
        assertThat(trace(0, 0, 1, 2, 0)).containsExactly(Reach.MEMORY, Reach.MEMORY, Reach.MEMORY, Reach.LEVEL3);
    }

    @Test
    void shouldLoseWhatLeavesTheCluster() {
        trace(0, 0, 1, 2, 3, 4, 5, 6);

        assertThat(trace(0, 0)).as("six lines came after it").containsExactly(Reach.MEMORY);
        assertThat(trace(0, 6)).as("the last one").containsExactly(Reach.LEVEL2);
    }

    @Test
    void shouldTakeALineFromTheCoreThatHasIt() {
        trace(0, 0);

        assertThat(trace(1, 0)).containsExactly(Reach.PEER);
        assertThat(trace(2, 0)).containsExactly(Reach.CLUSTER);
        assertThat(trace(4, 0)).containsExactly(Reach.NODE);
        assertThat(trace(0, 0)).as("it was taken away").containsExactly(Reach.NODE);
    }

    @Test
    void shouldTakeALineFromTheCacheOfAnotherCluster() {
        trace(0, 0, 1, 2);

        assertThat(trace(1, 0)).as("its own cluster's cache").containsExactly(Reach.LEVEL3);
        trace(0, 3, 4);
        assertThat(trace(2, 1)).containsExactly(Reach.CLUSTER);
    }

    @Test
    void shouldDealPagesToNodes() {
        long first = memory.allocateLines(2 * 64 * LINE);

        List<Reach> found = IntStream.range(0, 2)
                .mapToObj(page -> memory.access(0, first + page * 64L * LINE))
                .toList();

        assertThat(found).containsExactlyInAnyOrder(Reach.MEMORY, Reach.FAR_MEMORY);
    }

    @Test
    void shouldLetNeighboursShareALine() {
        long one = memory.allocate(8);
        long other = memory.allocate(8);
        memory.access(0, one);

        assertThat(memory.access(1, other)).isEqualTo(Reach.PEER);
    }

    @Test
    void shouldCountAccessesByWhereTheyEnded() {
        trace(0, 0, 0, 0);

        assertThat(memory.count(Reach.MEMORY)).isEqualTo(1);
        assertThat(memory.count(Reach.LEVEL1)).isEqualTo(2);
    }
}
