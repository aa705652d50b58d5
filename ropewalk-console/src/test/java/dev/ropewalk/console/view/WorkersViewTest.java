package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ropewalk.scheduler.WorkerStats;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersViewTest {
    private static final WorkerStacks.Running NOTHING = new WorkerStacks.Running("", "", "", false);

    @Test
    void shouldTellFromWhomAWorkerStealsAndAtWhichRate() {
        JsonNode worker = WorkersView.worker(stolen(10L, 0L, 4L), stolen(4L), 2, NOTHING);

        assertThat(worker.get("stealsRate").doubleValue()).isEqualTo(5);
        JsonNode victims = worker.get("stealsFrom");
        assertThat(victims).hasSize(2);
        assertThat(victims.get(0)).isEqualTo(victim(0, 10, 3));
        assertThat(victims.get(1)).isEqualTo(victim(2, 4, 2));
    }

    private static WorkerStats stolen(Long... from) {
        return new WorkerStats(1, 50, 50, 0, List.of(from), 0, 0, 0, 0, 0);
    }

    private static JsonNode victim(int number, long steals, double rate) {
        return Json.object().put("worker", number).put("steals", steals).put("rate", rate);
    }
}
