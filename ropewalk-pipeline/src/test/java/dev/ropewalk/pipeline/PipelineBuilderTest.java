package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.cpu.CpuSet;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a pipeline is said when it is built, with the values. */
class PipelineBuilderTest extends PipelineTests {
    private final EventHandler<Event> nothing = (event, sequence, endOfBatch) -> {};

    private static PipelineBuilder<Event> builder() {
        return Pipeline.<Event>builder(Event::new).name("wrong");
    }

    private static void refuse(Callable<?> task, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(task::call)
                .satisfies(thrown -> assertThat(thrown).hasMessageContainingAll(parts));
    }

    @ParameterizedTest
    @CsvSource({"0,''", "-8,''", "3,the next is 4", "1000,the next is 1024", "1073741825,''"})
    void shouldRefuseACapacityThatIsNoPowerOfTwo(int capacity, String hint) {
        refuse(() -> builder().capacity(capacity), "power of two from 1 to 2^30, not " + capacity, hint);
    }

    @Test
    void shouldRefuseUnknownDependencies() {
        refuse(
                () -> builder()
                        .stage("decode", nothing)
                        .stage(Stage.of("journal", nothing).after("decode", "deocde"))
                        .build(),
                "stage journal is to come after deocde, but the stages are [decode, journal]");
    }

    @Test
    void shouldRefuseACircle() {
        refuse(
                () -> builder()
                        .stage(Stage.of("z", nothing).after("a"))
                        .stage(Stage.of("a", nothing).after("c"))
                        .stage(Stage.of("b", nothing).after("a"))
                        .stage(Stage.of("c", nothing).after("b"))
                        .build(),
                "circle: a after c after b after a");
        refuse(() -> builder().stage(Stage.of("self", nothing).after("self")).build(), "circle: self after self");
    }

    @Test
    void shouldRefuseTwoStagesOfOneName() {
        refuse(() -> builder().stage("twin", nothing).stage("twin", nothing), "two stages of the name twin");
        refuse(() -> builder().parallel(Stage.of("a", nothing), Stage.of("a", nothing)), "two stages of the name a");
    }

    @Test
    void shouldNameStagesApartFromThoseThatHaveNames() {
        try (Pipeline<Event> pipeline = builder()
                .stage("stage-2", nothing)
                .then(nothing)
                .parallel(nothing, nothing)
                .build()) {
            assertThat(pipeline.stats().stages()).hasSize(4);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldRefuseAnEmptyGroup() {
        refuse(() -> builder().parallel((EventHandler<Event>[]) new EventHandler<?>[0]), "at least one stage");
        refuse(() -> builder().parallel((Stage<Event>[]) new Stage<?>[0]), "at least one stage");
    }

    @Test
    void shouldRefuseAStrandWithoutAScheduler() {
        refuse(
                () -> builder()
                        .stage(Stage.of("woven", nothing).waiting(WaitStrategy.strand()))
                        .build(),
                "stage woven is to be a strand",
                "pipeline wrong has no scheduler");
    }

    @Test
    void shouldRefuseToPinAStrand() {
        refuse(
                () -> builder()
                        .scheduler(scheduler)
                        .stage(Stage.of("woven", nothing).pinnedTo(CpuSet.of(0)))
                        .build(),
                "stage woven",
                "CPUs 0",
                "strand");
    }

    @Test
    void shouldRefuseToPinVirtualThreads() {
        refuse(
                () -> builder()
                        .threadFactory(Thread.ofVirtual().factory())
                        .stage(Stage.of("light", nothing).pinnedTo(CpuSet.of(0)))
                        .build(),
                "stage light",
                "CPUs 0",
                "virtual threads");
    }

    @Test
    void shouldRefuseProducersThatAreStrands() {
        refuse(() -> builder().producerWaiting(WaitStrategy.strand()), "producer", "strand", "publishAsync");
        try (Pipeline<Event> pipeline = builder().build()) {
            refuse(() -> pipeline.producer(WaitStrategy.strand()), "producer", "strand");
        }
    }

    @Test
    void shouldRefuseAnotherNumberOfCpuSetsThanHandlers() {
        refuse(
                () -> Stage.<Event>workers("pool", 3, worker -> nothing).pinnedTo(CpuSet.of(0), CpuSet.of(1)),
                "stage pool has 3 handlers, but CPUs for 2 are given");
    }

    @Test
    void shouldRefuseNumbersThatAreTooLow() {
        refuse(() -> Stage.<Event>sharded("split", 0, Event::key, shard -> nothing), "split", "1", "not 0");
        refuse(() -> Stage.<Event>workers("pool", -2, worker -> nothing), "pool", "1", "not -2");
        refuse(() -> Stage.of("slow", nothing).maxBatch(0), "slow", "1", "not 0");
        refuse(() -> Stage.of(" ", nothing), "name", "\" \"");
        refuse(() -> WaitStrategy.parking(-1), "maxSpins", "-1");
        refuse(() -> FailurePolicy.retry(0, Duration.ZERO, Duration.ZERO), "maxRetries", "not 0");
        refuse(() -> FailurePolicy.rewind(1, Duration.ofMillis(-1), Duration.ZERO), "PT-0.001S", "PT0S");
        refuse(() -> FailurePolicy.retry(1, Duration.ofMillis(2), Duration.ofMillis(1)), "PT0.002S", "PT0.001S");
    }

    @Test
    void shouldRefuseNothingWhereThereMustBeSomething() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder()
                        .stage(Stage.<Event>workers("pool", 2, worker -> worker == 0 ? nothing : nothing()))
                        .build())
                .withMessageContaining("stage pool got null for handler 1");
        assertThatNullPointerException()
                .isThrownBy(() -> Pipeline.<Event>builder(PipelineBuilderTest::nothing)
                        .capacity(4)
                        .build())
                .withMessageContaining("place 0");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a user without a checker may do
    private static <T> T nothing() {
        return null;
    }

    @Test
    void shouldBuildPipelinesThatAreIndependent() throws InterruptedException {
        PipelineBuilder<Event> builder = builder().stage("one", nothing);
        try (Pipeline<Event> first = builder.build();
                Pipeline<Event> second = builder.stage("two", nothing).build()) {
            first.publish((event, sequence) -> event.value = sequence);
            assertThat(first.stats().stages()).hasSize(1);
            assertThat(second.stats().stages()).hasSize(2);
            assertThat(second.remainingCapacity()).isEqualTo(second.capacity());
        }
    }
}
