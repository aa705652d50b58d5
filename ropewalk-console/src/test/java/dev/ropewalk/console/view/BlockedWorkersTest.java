package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.observe.Finding;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockedWorkersTest {
    private final BlockedWorkers blocked = new BlockedWorkers();

    private static WorkerStacks stacks(String state, String place, boolean isInBlocking) {
        return WorkerStacks.of(Map.of("main 1", new WorkerStacks.Running("main-worker-1", state, place, isInBlocking)));
    }

    private static WorkerStacks asleep() {
        return stacks("TIMED_WAITING", "Shop.sleep(Shop.java:7)", false);
    }

    @Test
    void shouldTellOfAWorkerThatWaitsAtTheSameLineThreeTimes() {
        assertThat(blocked.findings(asleep())).isEmpty();
        assertThat(blocked.findings(asleep())).isEmpty();

        Finding found = blocked.findings(asleep()).getFirst();
        assertThat(found.kind()).isEqualTo(Finding.Kind.BLOCKED_WORKER);
        assertThat(found.part()).isEqualTo("Scheduler main");
        assertThat(found.what())
                .isEqualTo("main-worker-1 is TIMED_WAITING at Shop.sleep(Shop.java:7), at 3 looks in a row or more");
    }

    @Test
    void shouldCountALookOnce() {
        WorkerStacks look = asleep();
        for (int i = 0; i < 5; i++) {
            assertThat(blocked.findings(look)).isEmpty();
        }
    }

    @Test
    void shouldBeginAnewAfterAnotherLine() {
        blocked.findings(asleep());
        blocked.findings(asleep());
        assertThat(blocked.findings(stacks("WAITING", "Shop.other(Shop.java:9)", false)))
                .isEmpty();
        assertThat(blocked.findings(asleep())).isEmpty();
    }

    @Test
    void shouldNotMindWorkersThatRunAreIdleOrAreInBlocking() {
        for (int i = 0; i < 5; i++) {
            assertThat(blocked.findings(stacks("RUNNABLE", "Shop.count(Shop.java:7)", false)))
                    .isEmpty();
            assertThat(blocked.findings(stacks("WAITING", "", false))).isEmpty();
            assertThat(blocked.findings(stacks("WAITING", "Shop.read(Shop.java:7)", true)))
                    .isEmpty();
        }
    }
}
