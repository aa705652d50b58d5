package dev.ropewalk.channel;

import dev.ropewalk.channel.core.RealPair;
import dev.ropewalk.scheduler.queue.ModelEffort;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Selects between two channels of each kind do what their specification says. */
@Tag("model")
class SelectHistoriesTest {
    private static final List<SelectStep> STEPS = List.of(SelectStep.values());

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldDoAsSpecifiedInEachShortHistory(Kind kind) {
        histories(STEPS, kind).compareAll(ModelEffort.steps(4));
    }

    /** The end comes rarely enough that channels have seen something before it. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldDoAsSpecifiedInLongHistories(Kind kind) {
        List<SelectStep> rarelyEnding = new ArrayList<>(STEPS);
        for (int i = 0; i < 10; i++) {
            STEPS.stream().filter(step -> !step.isEnd()).forEach(rarelyEnding::add);
        }
        long seed =
                Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("seed " + seed);

        histories(rarelyEnding, kind).compareSome(ModelEffort.scenarios(5_000), 60, new SplittableRandom(seed));
    }

    private static Histories<SelectStep> histories(List<SelectStep> steps, Kind kind) {
        return new Histories<>(steps, () -> new RealPair(kind), () -> new SpecifiedPair(kind));
    }
}
