package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.StuckWorker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of workers that are held up, many of them at the same place. */
class HeldWorkersTest {
    private final HeldWorkers held = new HeldWorkers();

    private static StuckWorker worker(int number, int line) {
        return new StuckWorker("w-" + number, List.of(new StackTraceElement("Shop", "wait", "Shop.java", line)));
    }

    @Test
    void shouldTellEqualStacksOnce() {
        held.add("in blocking()", worker(0, 7));
        held.add("held for 20 ms", worker(1, 9));
        held.add("in blocking()", worker(2, 7));
        held.add("in blocking()", worker(3, 7));

        assertThat(held)
                .hasToString("\nin blocking(): 3 workers, \"w-0\" to \"w-3\", all here:\n\tat Shop.wait(Shop.java:7)"
                        + "\nheld for 20 ms: \"w-1\"\n\tat Shop.wait(Shop.java:9)");
    }

    @Test
    void shouldSayHowManyItLeavesOut() {
        for (int i = 0; i < HeldWorkers.MAX_STACKS; i++) {
            held.add("in blocking()", worker(i, i));
        }
        assertThat(held.toString()).doesNotContain("more workers");

        for (int i = 0; i < 3; i++) {
            held.add("in blocking()", worker(100 + i, 100 + i / 2));
        }

        assertThat(held.toString())
                .endsWith("\nand 3 more workers, with 2 other stacks")
                .doesNotContain("w-100");
    }
}
