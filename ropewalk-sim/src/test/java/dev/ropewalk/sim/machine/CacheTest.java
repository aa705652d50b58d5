package dev.ropewalk.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.sim.machine.MachineShape.CacheSize;
import org.junit.jupiter.api.Test;

class CacheTest {
    /** Two sets of two lines: even lines share one, odd lines the other. */
    private final Cache cache = new Cache(new CacheSize(4 * Memory.LINE_BYTES, 2));

    @Test
    void shouldMissWhatWasNeverPut() {
        assertThat(cache.use(0)).isFalse();
    }

    @Test
    void shouldDropTheLeastRecentlyUsedLineOfASet() {
        assertThat(cache.put(0)).isEqualTo(Cache.NONE);
        assertThat(cache.put(2)).isEqualTo(Cache.NONE);
        assertThat(cache.use(0)).isTrue();

        assertThat(cache.put(4)).isEqualTo(2);
        assertThat(cache.use(0)).isTrue();
        assertThat(cache.use(2)).isFalse();
        assertThat(cache.use(4)).isTrue();
    }

    @Test
    void shouldKeepSetsApart() {
        cache.put(0);
        cache.put(2);

        assertThat(cache.put(1)).isEqualTo(Cache.NONE);
        assertThat(cache.use(0)).isTrue();
        assertThat(cache.use(2)).isTrue();
    }

    @Test
    void shouldHaveRoomAgainWhereALineWasTakenOut() {
        cache.put(0);
        cache.put(2);

        assertThat(cache.remove(0)).isTrue();
        assertThat(cache.remove(0)).isFalse();
        assertThat(cache.put(4)).isEqualTo(Cache.NONE);
        assertThat(cache.use(2)).isTrue();
    }

    @Test
    void shouldRefuseASizeWithoutAPowerOfTwoSets() {
        assertThatThrownBy(() -> new CacheSize(3 * Memory.LINE_BYTES, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("192 bytes and 1 ways");
    }
}
