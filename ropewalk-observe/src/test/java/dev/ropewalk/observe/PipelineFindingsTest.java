package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.observe.Finding.Severity;
import dev.ropewalk.pipeline.StageStats;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is found of pipelines. */
class PipelineFindingsTest extends TwoLooks {
    private static Map<String, StageStats> stages(StageStats first, StageStats second) {
        Map<String, StageStats> stages = new LinkedHashMap<>();
        stages.put("decode", first);
        stages.put("books", second);
        return stages;
    }

    @Test
    void shouldFindTheStageThatHoldsUpAFullRing() {
        before.pipeline(164, 0, stages(Look.stage(164, 0, 0), Look.stage(100, 64, 0)));
        after.pipeline(164, 0, stages(Look.stage(164, 0, 0), Look.stage(100, 64, 0)));

        assertThat(found().kind()).isEqualTo(Kind.PIPELINE_STALLED);
        assertThat(found().what())
                .isEqualTo(
                        "stage books stays at sequence 100 within 2.0 s, 64 behind what is claimed; 0 of 64 places are"
                                + " free");
    }

    @Test
    void shouldFindTheFirstStageThatStays() {
        before.pipeline(120, 44, stages(Look.stage(100, 20, 0), Look.stage(100, 20, 0)));
        after.pipeline(130, 34, stages(Look.stage(100, 30, 0), Look.stage(100, 30, 0)));

        assertThat(found().what()).startsWith("stage decode stays at sequence 100");
    }

    @Test
    void shouldNotTakeAStageThatMovesForStalled() {
        before.pipeline(120, 44, stages(Look.stage(100, 20, 0), Look.stage(100, 20, 0)));
        after.pipeline(130, 34, stages(Look.stage(101, 29, 0), Look.stage(101, 29, 0)));
        expectHealthy();
    }

    @Test
    void shouldFindTheStageThatIsTooSlowForAFullRing() {
        before.pipeline(164, 0, stages(Look.stage(163, 1, 0), Look.stage(100, 64, 0)));
        after.pipeline(177, 6, stages(Look.stage(175, 2, 0), Look.stage(119, 58, 0)));

        assertThat(found().kind()).isEqualTo(Kind.STAGE_BEHIND);
        assertThat(found().severity()).isEqualTo(Severity.WARNING);
        assertThat(found().part()).isEqualTo("Pipeline ring");
        assertThat(found().what())
                .isEqualTo("the others wait for stage books, 56 behind what is before it; it has done 10 sequences a"
                        + " second within 2.0 s, and 58 of 64 places are taken");
    }

    @Test
    void shouldTakeTheFirstOfTheStagesAtOnePlaceForTooSlow() {
        before.pipeline(164, 0, stages(Look.stage(100, 64, 0), Look.stage(100, 64, 0)));
        after.pipeline(174, 0, stages(Look.stage(110, 64, 0), Look.stage(110, 64, 0)));

        assertThat(found().what()).startsWith("the others wait for stage decode, 64 behind");
    }

    @Test
    void shouldNotMindARingThatIsFullAtOneLook() {
        before.pipeline(157, 7, stages(Look.stage(157, 0, 0), Look.stage(100, 57, 0)));
        after.pipeline(174, 0, stages(Look.stage(174, 0, 0), Look.stage(110, 64, 0)));
        expectHealthy();
        before.pipeline(164, 0, stages(Look.stage(164, 0, 0), Look.stage(100, 64, 0)));
        after.pipeline(174, 7, stages(Look.stage(174, 0, 0), Look.stage(117, 57, 0)));
        expectHealthy();
    }
}
