package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.queue.ModelEffort;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A channel of each kind does what its specification says. */
@Tag("model")
class ChannelHistoriesTest {
    private static final List<ChannelStep> STEPS = List.of(ChannelStep.values());

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldDoAsSpecifiedInEachShortHistory(Kind kind) {
        histories(STEPS, kind, kind).compareAll(ModelEffort.steps(5));
    }

    /** The end comes rarely enough that a channel has seen something before it. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldDoAsSpecifiedInLongHistories(Kind kind) {
        List<ChannelStep> rarelyEnding = new ArrayList<>(STEPS);
        for (int i = 0; i < 10; i++) {
            STEPS.stream().filter(step -> !step.isEnd()).forEach(rarelyEnding::add);
        }
        long seed =
                Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("seed " + seed);

        histories(rarelyEnding, kind, kind).compareSome(ModelEffort.scenarios(5_000), 60, new SplittableRandom(seed));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldCatchAChannelOfAnotherKind(Kind kind) {
        for (Kind other : Kind.values()) {
            if (other != kind) {
                assertThatThrownBy(() -> histories(STEPS, other, kind).compareAll(4))
                        .as(other + " instead of " + kind)
                        .isInstanceOf(AssertionError.class);
            }
        }
    }

    private static Histories<ChannelStep> histories(List<ChannelStep> steps, Kind real, Kind specified) {
        return new Histories<>(steps, () -> new RealSubject(real), () -> new SpecifiedSubject(specified));
    }
}
