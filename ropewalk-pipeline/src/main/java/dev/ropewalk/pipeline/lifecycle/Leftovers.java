package dev.ropewalk.pipeline.lifecycle;

import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * What a pipeline that has ended leaves undone, counted in one pass: each claimed event is looked at once, and is either
 * unpublished or published then, whatever its producer does meanwhile.
 *
 * <p>Why each event has one place in the account. Its state is read first, the stages afterwards. A state that was read as one of
 * a later lap, because a producer that is refused has claimed the place again, shows in what is read afterwards: all stages
 * have passed the event then, and it isn't counted.
 *
 * @param unhandled for each stage that wasn't done, how many published events were left
 * @param unpublished how many claims were open
 */
public record Leftovers(Map<String, Long> unhandled, long unpublished) {
    /**
     * Counts what is left of the events up to the last that was claimed before claims were refused.
     *
     * @param stages for each stage, whether it is yet to handle a published event
     */
    public static Leftovers of(Sequencer sequencer, Map<String, LongPredicate> stages, long last) {
        Map<String, Long> unhandled = new LinkedHashMap<>();
        long unpublished = 0;
        long first = Math.max(Math.min(sequencer.consumed(), last), last - sequencer.capacity) + 1;
        for (long sequence = first; sequence <= last; sequence++) {
            if (!sequencer.isReady(sequence)) {
                unpublished += sequencer.consumed() < sequence ? 1 : 0;
            } else if (!sequencer.isAborted(sequence)) {
                for (Map.Entry<String, LongPredicate> stage : stages.entrySet()) {
                    if (stage.getValue().test(sequence)) {
                        unhandled.merge(stage.getKey(), 1L, Long::sum);
                    }
                }
            }
        }
        return new Leftovers(unhandled, unpublished);
    }
}
