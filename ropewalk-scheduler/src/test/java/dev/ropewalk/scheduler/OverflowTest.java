package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Submitters whose stack overflows at each place of a submission: each storm descends to the end of a small stack, and on the
 * way submits to another strand at each depth; storms begin at depths that differ by less than a frame.
 */
class OverflowTest {
    private static final int STORMS = 60;
    private static final int STRANDS = 200;
    private static final long SMALL_STACK = 256 * 1024;

    @AutoClose
    private final Scheduler scheduler = RealScheduler.of(2);

    private final AtomicInteger ran = new AtomicInteger();
    private int accepted;
    private int refused;

    @Test
    void shouldRunWhatWasAcceptedAndHaveAllStrandsGoOn() throws Exception {
        List<Strand> strands = new ArrayList<>();
        for (int i = 0; i < STRANDS; i++) {
            strands.add(scheduler.newStrand());
        }
        for (int i = 0; i < STORMS; i++) {
            int storm = i;
            var thread = new Thread(null, () -> begin(strands, storm), "deep", SMALL_STACK);
            thread.start();
            thread.join();
        }

        Eventually.isTrue(() -> ran + " of " + accepted + " ran", () -> ran.get() == accepted, Eventually.DEADLINE);
        assertThat(refused).isEqualTo(STORMS);
        strands.forEach(strand -> strand.execute(ran::incrementAndGet));
        Eventually.isTrue(
                () -> ran + " of " + (accepted + STRANDS) + " ran",
                () -> ran.get() == accepted + STRANDS,
                Eventually.DEADLINE);
    }

    private void begin(List<Strand> strands, int storm) {
        try {
            shift(strands, storm % 8, storm);
        } catch (StackOverflowError expected) {
            refused++;
        }
    }

    /** Moves the beginning of the descent by some small frames. */
    private void shift(List<Strand> strands, int left, int storm) {
        if (left > 0) {
            shift(strands, left - 1, storm);
        } else {
            descend(strands, storm);
        }
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private void descend(List<Strand> strands, int depth) {
        strands.get(depth % STRANDS).execute(ran::incrementAndGet);
        accepted++;
        descend(strands, depth + 1);
    }
}
