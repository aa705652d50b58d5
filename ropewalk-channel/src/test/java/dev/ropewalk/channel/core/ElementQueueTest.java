package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The buffer against a queue of the JDK, with random operations. */
@Timeout(60)
class ElementQueueTest {
    private static final int OPERATIONS = 200_000;

    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 15, 16, 17, 63, 64, 65, 79, 80, 81, 100, 1000, Integer.MAX_VALUE})
    void shouldDoWhatAQueueDoes(int capacity) {
        ElementQueue queue = new ElementQueue(capacity);
        Queue<Integer> model = new ArrayDeque<>();
        int greatest = Math.min(capacity, 400);
        for (int i = 0; i < OPERATIONS; ) {
            // Runs of one sort of step reach both the empty and the full queue.
            boolean adds = random.nextBoolean();
            for (int run = random.nextInt(1, 2 * greatest + 2); run > 0; run--, i++) {
                if (random.nextInt(4) == 0) {
                    queue.reserve();
                }
                if (adds && model.size() < greatest) {
                    queue.add(i);
                    model.add(i);
                } else if (!adds && !model.isEmpty()) {
                    assertThat(queue.peek()).as("seed %d", seed).isEqualTo(model.peek());
                    assertThat(queue.take()).as("seed %d", seed).isEqualTo(model.remove());
                }
                assertThat(queue.size()).as("seed %d", seed).isEqualTo(model.size());
                assertThat(queue.isFull()).as("seed %d", seed).isEqualTo(model.size() == capacity);
            }
        }
        while (!model.isEmpty()) {
            assertThat(queue.take()).as("seed %d", seed).isEqualTo(model.remove());
        }
        assertThat(queue.size()).isZero();
    }

    @Test
    void shouldBeFullAtOnceWithoutCapacity() {
        assertThat(new ElementQueue(0).isFull()).isTrue();
    }
}
