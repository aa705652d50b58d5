package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BottleneckTest {
    private static PipelineStats ring(long used, Object... stagesAndLags) {
        Map<String, StageStats> stages = new LinkedHashMap<>();
        for (int i = 0; i < stagesAndLags.length; i += 2) {
            long lag = (int) stagesAndLags[i + 1];
            stages.put((String) stagesAndLags[i], new StageStats(1000 - lag, lag, 0, 0, 0, 0, 0, 0));
        }
        return new PipelineStats(100, 100 - used, 1000, 0, stages);
    }

    @Test
    void shouldBeTheStageThatTheOthersWaitFor() {
        assertThat(PipelinesView.bottleneck(ring(90, "decode", 0, "book", 80, "journal", 90)))
                .isEqualTo("book");
    }

    @Test
    void shouldBeTheFirstOfThoseAtOnePlace() {
        assertThat(PipelinesView.bottleneck(ring(90, "decode", 90, "book", 90))).isEqualTo("decode");
    }

    @Test
    void shouldBeTheLastIfThatIsFarBehind() {
        assertThat(PipelinesView.bottleneck(ring(90, "decode", 1, "book", 2, "journal", 90)))
                .isEqualTo("journal");
    }

    @Test
    void shouldBeNoneWhileThereIsRoom() {
        assertThat(PipelinesView.bottleneck(ring(10, "decode", 0, "book", 10))).isNull();
    }
}
