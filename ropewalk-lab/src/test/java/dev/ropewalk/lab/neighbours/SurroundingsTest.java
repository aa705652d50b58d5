package dev.ropewalk.lab.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Params;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    private static final long DEADLINE_SECONDS = 30;

    @Test
    void shouldTellWhatANeighbourHasBurntEachTime() throws Exception {
        try (BusyProcess neighbour = BusyProcess.start()) {
            for (int time = 0; time < 3; time++) {
                neighbour.askToBurn();
                neighbour.awaitBusy();
                neighbour.askToRest();

                assertThat(neighbour.awaitRest()).isGreaterThanOrEqualTo(1_000_000);
            }
        }
    }

    @Test
    void shouldEndTheNeighboursWithTheSurroundings() throws Exception {
        List<ProcessHandle> started;
        try (var surroundings = new Surroundings(setting(2, Setting.NONE))) {
            started = surroundings.neighbours();
            surroundings.begin();

            assertThat(started).hasSize(2).allMatch(ProcessHandle::isAlive);
        }

        assertThat(started).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void shouldEndABusyNeighbourWhenTheProcessThatStartedItIsKilled() throws Exception {
        Process starter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        ManagementFactory.getRuntimeMXBean().getClassPath(),
                        Starter.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var replies = starter.inputReader()) {
            ProcessHandle neighbour =
                    ProcessHandle.of(Long.parseLong(replies.readLine())).orElseThrow();

            starter.destroyForcibly();

            assertThat(neighbour
                            .onExit()
                            .get(DEADLINE_SECONDS, TimeUnit.SECONDS)
                            .isAlive())
                    .isFalse();
        }
    }

    /** Starts a neighbour that burns CPU, tells its number, and waits for ever. */
    static final class Starter {
        private Starter() {}

        static void main(String[] args) throws IOException, InterruptedException {
            BusyProcess neighbour = BusyProcess.start();
            neighbour.askToBurn();
            neighbour.awaitBusy();
            System.out.println(neighbour.handle().pid());
            Thread.currentThread().join();
        }
    }

    @Test
    void shouldHoldBackWhatGoesOverTheQuota() throws Exception {
        Quota.refusal().ifPresent(Assumptions::abort);
        try (Quota quota = Quota.enter();
                BusyProcess member = BusyProcess.start()) {
            quota.limit(0.1);
            member.askToBurn();
            member.awaitBusy();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
            while (quota.throttledNanos().orElseThrow() == 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            quota.lift();

            assertThat(quota.throttledNanos().orElseThrow()).isPositive();
        }
    }

    @Test
    void shouldTellHowLongTheQuotaHeldBack() throws Exception {
        Quota.refusal().ifPresent(Assumptions::abort);
        try (var surroundings = new Surroundings(setting(1, Setting.HALF))) {
            surroundings.begin();
            Surroundings.Taken taken = surroundings.end();

            assertThat(taken.throttledMillis()).isPresent();
            assertThat(taken.neighbourPercent().orElseThrow()).isPositive();
        }
    }

    private static Setting setting(int neighbours, String quota) {
        return Setting.of(Params.none()
                .with(Setting.WORKERS, 2)
                .with(Setting.PROGRAM, "ring")
                .with(Setting.NEIGHBOURS, neighbours)
                .with(Setting.QUOTA, quota)
                .with(Setting.WORK, 1));
    }
}
