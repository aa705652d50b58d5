package dev.ropewalk.lab.flow;

import dev.ropewalk.lab.kotlin.CoroutineFlows;

/** Flows of Kotlin's coroutines. */
final class KotlinFlows implements Library {
    private final CoroutineFlows flows = new CoroutineFlows(Steps::plusOne, Steps::isWanted, Steps::mixed);

    @Override
    public long run(Program program, int elements) {
        Sum sum = new Sum();
        switch (program) {
            case FUSED -> flows.fused(elements, sum::add);
            case BATCH -> flows.batched(elements, Program.BATCH_SIZE, sum::addAll);
            case BOUNDARY, HAND_OVER, BOUNDARIES -> flows.across(elements, program.boundaries(), sum::add);
            case MERGE -> flows.merged(elements, Program.MERGED, Parts::from, false, sum::add);
            case MERGE_MAPPED -> flows.merged(elements, Program.MERGED, Parts::from, true, sum::add);
        }
        return sum.value();
    }

    @Override
    public void close() {
        // The default dispatcher has no end.
    }
}
