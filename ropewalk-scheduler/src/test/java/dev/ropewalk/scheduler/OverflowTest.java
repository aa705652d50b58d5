package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int ROUNDS = 3;

    @AutoClose
    private final Scheduler scheduler = RealScheduler.of(2);

    private final OverflowProbe probe = new OverflowProbe(scheduler, ROUNDS);

    @Test
    void shouldRunWhatStrandsHaveAcceptedAndHaveThemGoOn() throws Exception {
        assertThat(probe.strands()).isEqualTo("all ran");
    }

    @Test
    void shouldStartAStrandOnceHoweverDeepTheCaller() throws Exception {
        assertThat(probe.starts()).isEqualTo("all ran");
    }

    @Test
    void shouldRunWhatAViewHasAcceptedAndEndIt() throws Exception {
        assertThat(probe.view()).isEqualTo("all ran");
    }

    @Test
    void shouldEndAViewWhoseTasksForLaterWereScheduledOrCancelled() throws Exception {
        assertThat(probe.delayed()).isEqualTo("all ended");
    }

    @Test
    void shouldTakeNobodyForBlockedAfterwards() throws Exception {
        assertThat(probe.blocking()).isEqualTo("0 blocked, false");
    }

    @Test
    void shouldDoSoInAnInterpreter(@TempDir Path temporary) throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, OverflowProbe.class, "-Xint"))
                .containsExactly(
                        "strands: all ran",
                        "starts: all ran",
                        "view: all ran",
                        "delayed: all ended",
                        "blocking: 0 blocked, false");
    }
}
