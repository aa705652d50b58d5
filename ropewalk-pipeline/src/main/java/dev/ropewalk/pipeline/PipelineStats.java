package dev.ropewalk.pipeline;

import dev.ropewalk.base.Nulls;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a pipeline has done, and what waits.
 *
 * @param capacity how many places the ring has
 * @param remainingCapacity how many of them are free
 * @param claimed how many sequences were claimed; of a single producer, how many were published or aborted
 * @param producerStalls how often producers waited for room
 * @param stages each stage by its name, in the order in which they were added
 */
public record PipelineStats(
        int capacity, long remainingCapacity, long claimed, long producerStalls, Map<String, StageStats> stages) {
    public PipelineStats {
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(Nulls.check(stages, "stages")));
    }
}
