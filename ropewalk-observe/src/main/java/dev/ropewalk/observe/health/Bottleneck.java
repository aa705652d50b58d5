package dev.ropewalk.observe.health;

import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stage that the others of a pipeline wait for.
 *
 * @param stage its name
 * @param gap how many sequences it is behind what is before it
 */
public record Bottleneck(String stage, long gap) {
    /**
     * Returns the stage at the lower end of the widest gap between two positions, what is claimed being the first; of several there, the
     * first. Empty if no stage is behind.
     */
    public static Optional<Bottleneck> of(PipelineStats pipeline) {
        List<Map.Entry<String, StageStats>> leastLagFirst = pipeline.stages().entrySet().stream()
                .sorted(Comparator.comparingLong(stage -> stage.getValue().lag()))
                .toList();
        Optional<Bottleneck> widest = Optional.empty();
        long before = 0;
        for (Map.Entry<String, StageStats> stage : leastLagFirst) {
            long gap = stage.getValue().lag() - before;
            if (gap > widest.map(Bottleneck::gap).orElse(0L)) {
                widest = Optional.of(new Bottleneck(stage.getKey(), gap));
            }
            before = stage.getValue().lag();
        }
        return widest;
    }
}
