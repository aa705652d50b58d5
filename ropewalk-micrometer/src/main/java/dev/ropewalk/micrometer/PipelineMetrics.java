package dev.ropewalk.micrometer;

import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Objects;

/**
 * The meters of a {@link Pipeline}, {@code ropewalk.pipeline.*}, and of its stages, by the tag {@code stage}. It doesn't keep the pipeline alive.
 */
public final class PipelineMetrics extends PartMetrics<Pipeline<?>> {
    private static final Kind<Pipeline<?>, PipelineStats> KIND = Kind.<Pipeline<?>, PipelineStats>of(
                    "pipeline",
                    Pipeline::live,
                    Pipeline::stats,
                    Meters.<PipelineStats>of("ropewalk.pipeline.")
                            .level("capacity", BaseUnits.EVENTS, "The places of the ring", PipelineStats::capacity)
                            .level(
                                    "remaining",
                                    BaseUnits.EVENTS,
                                    "The places of the ring that are free",
                                    PipelineStats::remainingCapacity)
                            .count(
                                    "claimed",
                                    BaseUnits.EVENTS,
                                    "The sequences that producers have claimed",
                                    PipelineStats::claimed)
                            .count(
                                    "producer.stalls",
                                    null,
                                    "How often producers waited for room",
                                    PipelineStats::producerStalls))
            .with(
                    "stage",
                    PipelineStats::stages,
                    Meters.<StageStats>of("ropewalk.pipeline.stage.")
                            .level(
                                    "lag",
                                    BaseUnits.EVENTS,
                                    "The claimed sequences that the stage isn't done with",
                                    StageStats::lag)
                            .count(
                                    "handled",
                                    BaseUnits.EVENTS,
                                    "The events that handlers got, repeated attempts included",
                                    StageStats::events)
                            .count("batches", null, "The batches in which events were handled", StageStats::batches)
                            .count("stalls", null, "How often the stage found nothing to do", StageStats::stalls)
                            .count("failures", null, "How often handlers threw", StageStats::failures)
                            .count(
                                    "dropped",
                                    BaseUnits.EVENTS,
                                    "The events that weren't passed on because handlers threw",
                                    StageStats::dropped));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public PipelineMetrics(Pipeline<?> pipeline, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(pipeline, "pipeline"), name, tags);
    }

    static Kind<Pipeline<?>, PipelineStats> kind() {
        return KIND;
    }

    /** Adds the meters of stages that the pipeline has got since it was bound, and removes those of stages that it has lost. */
    public void refresh() {
        meters.refresh();
    }
}
