package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pins, beside a list that is searched. */
class PinsTest {
    private static final int LANES = 40;
    private static final int STEPS = 20_000;

    @Test
    void shouldKnowTheOldestRecordThatIsNeeded() {
        long seed = Long.getLong("ropewalk.sim.seed", 1);
        var random = new Random(seed);
        var pins = new Pins();
        List<Lane<?, ?>> lanes = new ArrayList<>();
        LongStream.range(0, LANES).forEach(id -> lanes.add(new Lane<>(id, new byte[0], 1, 1, 0)));
        pins.reserve(LANES);
        for (int step = 0; step < STEPS; step++) {
            Lane<?, ?> lane = lanes.get(random.nextInt(LANES));
            long index = random.nextInt(4) == 0 ? -1 : random.nextInt(50);
            pins.pin(lane, index);
            assertThat(lane.pin).as("seed %d, step %d", seed, step).isEqualTo(index);
            Set<Lane<?, ?>> found = new HashSet<>();
            pins.forEach(found::add);
            assertThat(found)
                    .as("seed %d, step %d", seed, step)
                    .containsExactlyInAnyOrderElementsOf(
                            lanes.stream().filter(each -> each.pin >= 0).toList());
            assertThat(pins.oldest(77))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(found.stream().mapToLong(each -> each.pin).min().orElse(77));
        }
    }
}
