package dev.ropewalk.pipeline;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.CloseReport;
import java.util.List;
import java.util.Map;

/**
 * What closing a {@link Pipeline} left undone.
 *
 * @param unhandled for each stage that wasn't done, how many published events no handler of it had finished. Where a handler is stuck,
 *     none of the batch counts as finished that it is in
 * @param unpublished how many claimed sequences were neither published nor aborted when the pipeline ended
 * @param stuck the stages whose handlers didn't end
 */
public record PipelineCloseReport(Map<String, Long> unhandled, long unpublished, List<String> stuck)
        implements CloseReport {
    public PipelineCloseReport {
        unhandled = Map.copyOf(Nulls.check(unhandled, "unhandled"));
        stuck = Nulls.copy(stuck, "stuck");
    }

    /**
     * Returns whether every published event was handled by every stage, or had failed there or at a stage before, which {@link
     * StageStats} counts; and every stage ended.
     */
    @Override
    public boolean isComplete() {
        return unhandled.isEmpty() && unpublished == 0 && stuck.isEmpty();
    }
}
