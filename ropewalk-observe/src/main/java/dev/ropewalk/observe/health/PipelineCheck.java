package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.pipeline.PipelineStats;
import dev.ropewalk.pipeline.StageStats;
import java.util.Map;

/** Stages that don't go on, or drop events. */
final class PipelineCheck implements PartCheck<PipelineStats> {
    @Override
    public void compare(String part, PipelineStats before, PipelineStats after, Looks looks) {
        boolean asksForMore = after.claimed() > before.claimed() || after.remainingCapacity() <= 0;
        if (asksForMore && looks.tellsProgress()) {
            checkStalled(part, before, after, looks);
        }
        after.stages().forEach((name, stage) -> {
            StageStats then = before.stages().get(name);
            if (then != null) {
                looks.checkDrops(
                        part,
                        "events weren't passed on by stage " + name,
                        then.dropped(),
                        stage.dropped(),
                        "Look at the log for its failures, and at its FailurePolicy");
            }
        });
    }

    /** Tells of the first stage that doesn't move: those behind wait for it. */
    private static void checkStalled(String part, PipelineStats before, PipelineStats after, Looks looks) {
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
                return;
            }
        }
    }
}
