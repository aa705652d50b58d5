package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.health.Bottleneck;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pipelines with their stages: where each stands, and which is the bottleneck. */
final class PipelinesView implements View {
    private final Paced<Looks> looks;

    PipelinesView(Paced<Looks> looks) {
        this.looks = looks;
    }

    @Override
    public ObjectNode look(Query query) {
        Looks pair = looks.look();
        double seconds = pair.last().secondsSince(pair.before());
        ArrayNode pipelines = Json.array();
        for (Map.Entry<String, PipelineStats> entry :
                pair.last().parts().pipelines().entrySet()) {
            String name = entry.getKey();
            PipelineStats stats = entry.getValue();
            PipelineStats before = pair.before().parts().pipelines().getOrDefault(name, stats);
            String bottleneck = bottleneck(stats);
            ArrayNode stages = Json.array();
            stats.stages()
                    .forEach((stage, counted) ->
                            stages.add(stage(stage, counted, before.stages().get(stage), seconds)
                                    .put("isBottleneck", stage.equals(bottleneck))));
            pipelines.add(Json.object()
                    .put("name", name)
                    .put("capacity", stats.capacity())
                    .put("used", stats.capacity() - stats.remainingCapacity())
                    .put("claimed", stats.claimed())
                    .put("claimedRate", Json.rate(stats.claimed(), before.claimed(), seconds))
                    .put("producerStalls", stats.producerStalls())
                    .put("stallsRate", Json.rate(stats.producerStalls(), before.producerStalls(), seconds))
                    .set("stages", stages));
        }
        return Json.object().set("pipelines", pipelines);
    }

    /** Returns the stage that the others wait for, if the ring is at least half full. */
    static @Nullable String bottleneck(PipelineStats stats) {
        return stats.remainingCapacity() * 2 > stats.capacity()
                ? null
                : Bottleneck.of(stats).map(Bottleneck::stage).orElse(null);
    }

    private static ObjectNode stage(String name, StageStats now, @Nullable StageStats known, double seconds) {
        StageStats before = known == null ? now : known;
        long batches = now.batches() - before.batches();
        return Json.object()
                .put("name", name)
                .put("position", now.position())
                .put("lag", now.lag())
                .put("eventsRate", Json.rate(now.events(), before.events(), seconds))
                .put("batch", batches <= 0 ? 0 : Math.round(10.0 * (now.events() - before.events()) / batches) / 10.0)
                .put("largestBatch", now.largestBatch())
                .put("stalls", now.stalls())
                .put("failures", now.failures())
                .put("dropped", now.dropped());
    }
}
