package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LivePinningsTest {
    private static final String NAME = "LivePinningsTest";
    private static final CpuSet ALLOWED = CpuTopology.detect().allowed();
    private static final CpuSet FIRST = CpuSet.of(ALLOWED.first());

    @BeforeEach
    void needsPinning() {
        assumeThat(CpuPinning.unavailableReason()).isEmpty();
    }

    @Test
    void shouldTellOfTheInnermostPinningOfAThread() throws Exception {
        CpuSet unpinned = FreshThread.call(Thread.ofPlatform().name(NAME), () -> {
            try (CpuPinning _ = CpuPinning.pin(ALLOWED)) {
                assertThat(pinned()).isEqualTo(ALLOWED);
                try (CpuPinning _ = CpuPinning.pin(FIRST)) {
                    assertThat(pinned()).isEqualTo(FIRST);
                }
                assertThat(pinned()).isEqualTo(ALLOWED);
            }
            return pinned();
        });

        assertThat(unpinned).isNull();
    }

    @Test
    void shouldForgetAThreadThatEndsWithoutClosing() throws Exception {
        var isPinned = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var task = new FutureTask<@Nullable Void>(() -> {
            isPinned.countDown();
            mayEnd.await();
            return null;
        });
        Thread thread =
                PinnedThreadFactory.of(FIRST, Thread.ofPlatform().name(NAME)).newThread(task);
        assertThat(pinned()).as("a thread that hasn't begun").isNull();
        thread.start();
        isPinned.await();
        assertThat(pinned()).isEqualTo(FIRST);
        mayEnd.countDown();
        thread.join();
        assertThat(pinned()).isNull();
        assertThat(CpuPinning.live()).isUnmodifiable();
    }

    private static @Nullable CpuSet pinned() {
        CpuPinning pinning = CpuPinning.live().get(NAME);
        return pinning == null ? null : pinning.cpus();
    }
}
