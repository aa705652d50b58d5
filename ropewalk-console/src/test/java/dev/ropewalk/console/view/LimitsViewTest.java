package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.graph.GraphTimeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitsViewTest {
    @Test
    void shouldShowTheTimelinesOfAFewRuns() {
        Map<String, Optional<GraphTimeline>> runs = new LinkedHashMap<>();
        runs.put("untraced", Optional.empty());
        for (int i = 0; i < 12; i++) {
            runs.put("run " + i, Optional.of(new GraphTimeline(1000, List.of())));
        }
        ObjectNode view = Json.object();
        LimitsView.addTimelines(view, runs);

        assertThat(view.get("timelines")).hasSize(10);
        assertThat(view.get("timelines").get(0).get("name").textValue()).isEqualTo("run 0");
        assertThat(view.get("timelinesLeftOut").intValue()).isEqualTo(2);
    }
}
