package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.queue.ModelEffort;
import java.util.stream.Stream;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A channel of each kind is linearizable: threads that use it together see what its specification says, in some order. */
@Tag("model")
class ChannelModelTest {
    record Pair(Class<?> subject, Class<?> specification) {
        @Override
        public String toString() {
            return subject.getSimpleName();
        }
    }

    static Stream<Pair> pairs() {
        return Stream.of(
                new Pair(ModelledChannel.Rendezvous.class, ModelSpecification.Rendezvous.class),
                new Pair(ModelledChannel.Buffered1.class, ModelSpecification.Buffered1.class),
                new Pair(ModelledChannel.Buffered2.class, ModelSpecification.Buffered2.class),
                new Pair(ModelledChannel.Unlimited.class, ModelSpecification.Unlimited.class),
                new Pair(ModelledChannel.Conflated.class, ModelSpecification.Conflated.class),
                new Pair(ModelledChannel.DropOldest2.class, ModelSpecification.DropOldest2.class),
                new Pair(ModelledChannel.DropNewest2.class, ModelSpecification.DropNewest2.class));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldBeLinearizableInEachInterleavingTried(Pair pair) {
        new ModelCheckingOptions()
                .sequentialSpecification(pair.specification)
                .threads(3)
                .actorsPerThread(2)
                .iterations(ModelEffort.scenarios(2))
                .invocationsPerIteration(60)
                .check(pair.subject);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldBeLinearizableUnderStress(Pair pair) {
        new StressOptions()
                .sequentialSpecification(pair.specification)
                .threads(2)
                .actorsPerThread(4)
                .iterations(ModelEffort.scenarios(3))
                .invocationsPerIteration(200)
                .check(pair.subject);
    }

    @Test
    void shouldCatchABrokenTwinInTheModel() {
        assertThatThrownBy(() -> new ModelCheckingOptions()
                        .sequentialSpecification(ModelSpecification.Buffered2.class)
                        .threads(2)
                        .actorsBefore(2)
                        .actorsPerThread(2)
                        // Many scenarios with few interleavings each: a twin fails in many of those of the right
                        // scenario.
                        .invocationsPerIteration(500)
                        .iterations(1_000)
                        .minimizeFailedScenario(false)
                        .check(BrokenTwin.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    /** A channel that is drained in several steps. */
    public static final class BrokenTwin {
        private final Channel<Integer> channel = Channel.buffered(2);

        @Operation
        public String trySend(int element) {
            return Words.of(channel.trySendResult(element));
        }

        @Operation
        public String tryReceive() {
            return Words.of(channel.tryReceiveResult());
        }

        @Operation
        public String drain() {
            String first = tryReceive();
            String second = first.startsWith("got") ? tryReceive() : "";
            return second.startsWith("got") ? first + second.substring(3) : first;
        }
    }
}
