package dev.ropewalk.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTableTest {
    private final CostTable table = CostTable.published();

    @Test
    void shouldCostMoreTheFartherItIs() {
        for (Map<Reach, Double> costs : List.of(table.alone(), table.among())) {
            assertThat(List.of(Reach.LEVEL1, Reach.LEVEL2, Reach.LEVEL3, Reach.PEER, Reach.CLUSTER, Reach.NODE).stream()
                            .map(costs::get))
                    .isSorted();
            assertThat(costs.get(Reach.MEMORY)).isLessThan(costs.get(Reach.FAR_MEMORY));
        }
    }

    @Test
    void shouldCostNoMoreAmongOthersThanAlone() {
        for (Reach reach : Reach.values()) {
            assertThat(table.among().get(reach)).isLessThan(table.alone().get(reach));
        }
    }

    @Test
    void shouldRefuseATableWithoutACost() {
        var alone = new EnumMap<>(table.alone());
        alone.remove(Reach.PEER);

        assertThatThrownBy(() -> new CostTable("bad", alone, table.among(), 1, 1, 1, 1, 1, 1, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("alone must have a cost for PEER, but has null");
    }
}
