package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import java.util.Map;

/** Stages that don't go on, are too slow, or drop events. */
final class PipelineCheck implements PartCheck<PipelineStats> {
    /** Of so many places one is free at most in a ring that is nearly full. */
    private static final int PLACES_A_FREE_ONE = 10;

    @Override
    public void compare(String part, PipelineStats before, PipelineStats after, Looks looks) {
        boolean asksForMore = after.claimed() > before.claimed() || after.remainingCapacity() <= 0;
        if (asksForMore && looks.tellsProgress() && !isStalled(part, before, after, looks)) {
            checkBehind(part, before, after, looks);
        }
        after.stages().forEach((name, stage) -> {
            StageStats then = before.stages().get(name);
            if (then != null) {
                looks.checkDrops(
                        part,
                        "event",
                        "not passed on by stage " + name,
                        then.dropped(),
                        stage.dropped(),
                        "Look at the log for its failures, and at its FailurePolicy");
            }
        });
    }

    /** Tells of the first stage that doesn't move, and returns whether there is one: those behind wait for it. */
    private static boolean isStalled(String part, PipelineStats before, PipelineStats after, Looks looks) {
        for (Map.Entry<String, StageStats> entry : after.stages().entrySet()) {
            StageStats stage = entry.getValue();
            StageStats then = before.stages().get(entry.getKey());
            if (then != null && then.lag() > 0 && stage.lag() > 0 && then.position() == stage.position()) {
                looks.alarm(
                        Kind.PIPELINE_STALLED,
                        part,
                        "stage " + entry.getKey() + " stays at sequence " + stage.position() + looks.within()
                                + ", "
                                + stage.lag() + " behind what is claimed; " + after.remainingCapacity() + " of "
                                + after.capacity() + " places are free",
                        "A thread dump shows where its handler is; if it is in none, a producer hasn't published what it has claimed,"
                                + " or the scheduler is starved");
                return true;
            }
        }
        return false;
    }

    /** Tells of the stage that the others wait for, if the ring was full or nearly at both looks. */
    private static void checkBehind(String part, PipelineStats before, PipelineStats after, Looks looks) {
        if (isNearlyFull(before) && isNearlyFull(after)) {
            Bottleneck.of(after).ifPresent(bottleneck -> warnOf(bottleneck, part, before, after, looks));
        }
    }

    private static void warnOf(
            Bottleneck bottleneck, String part, PipelineStats before, PipelineStats after, Looks looks) {
        StageStats stage = after.stages().get(bottleneck.stage());
        StageStats then = before.stages().get(bottleneck.stage());
        if (stage == null || then == null) {
            return; // it has just come
        }
        looks.warn(
                Kind.STAGE_BEHIND,
                part,
                "the others wait for stage " + bottleneck.stage() + ", " + bottleneck.gap()
                        + " behind what is before it; it has done "
                        + looks.perSecond(stage.position() - then.position()) + " sequences a second"
                        + looks.within() + ", and " + (after.capacity() - after.remainingCapacity()) + " of "
                        + after.capacity() + " places are taken",
                "A recording with ropewalk.LongBatch tells how long its batches take; have it do less, or give it shards or"
                        + " workers");
    }

    private static boolean isNearlyFull(PipelineStats pipeline) {
        return pipeline.remainingCapacity() <= pipeline.capacity() / PLACES_A_FREE_ONE;
    }
}
