package dev.ropewalk.lab.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskCounterTest {
    // More threads than stripes, so that some share one.
    private static final int THREADS = 200;
    private static final int COUNTS = 20_000;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLoseNoCountWhateverThreadsCount(boolean virtual) throws InterruptedException {
        var counter = new TaskCounter();
        var threads = new ArrayList<Thread>();
        for (int k = 0; k < THREADS; k++) {
            Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
            threads.add(builder.start(() -> {
                for (int count = 0; count < COUNTS; count++) {
                    counter.increment();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(counter.sum()).isEqualTo((long) THREADS * COUNTS);
    }
}
