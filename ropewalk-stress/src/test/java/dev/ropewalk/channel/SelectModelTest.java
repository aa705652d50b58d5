package dev.ropewalk.channel;

import dev.ropewalk.scheduler.queue.ModelEffort;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Selects between two channels are linearizable: each looks at both at one moment, and waits in both from the same on. */
@Tag("model")
class SelectModelTest {
    @Test
    void shouldBeLinearizableInEachInterleavingTried() {
        new ModelCheckingOptions()
                .sequentialSpecification(SelectSpecification.class)
                .threads(3)
                .actorsPerThread(2)
                .iterations(ModelEffort.scenarios(3))
                .invocationsPerIteration(100)
                .check(ModelledSelect.class);
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .sequentialSpecification(SelectSpecification.class)
                .threads(2)
                .actorsPerThread(4)
                .iterations(ModelEffort.scenarios(6))
                .invocationsPerIteration(200)
                .check(ModelledSelect.class);
    }
}
