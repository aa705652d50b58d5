package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;

/** Where the JVM really puts the fields: the superclass idiom of padding is a habit of the JVM, not a promise. */
class ObjectLayoutTest {
    private static final long TWO_LINES = 128;

    /** What a pipeline of one strand and eight places may cost, its eight events of 32 bytes included. */
    private static final long PIPELINE_BYTES = 5120;

    private static final int PIPELINES = 200;

    @ParameterizedTest
    @CsvSource({
        "sequence.Sequence, value, value",
        "sequence.SingleProducerSequencer, claimed, limit",
        "capacity.CapacityWaiters, wish, wish",
        "stage.StrandRunner, armed, armed",
        "stage.ThreadRunner, armed, armed"
    })
    void shouldShareNoCacheLineWithAnythingElse(String padded, String first, String last)
            throws ClassNotFoundException {
        ClassLayout layout = ClassLayout.parseClass(Class.forName("dev.ropewalk.pipeline." + padded));
        long begin = offset(layout, first);
        long end = offset(layout, last);

        assertThat(begin).as("offset of %s", first).isGreaterThanOrEqualTo(TWO_LINES);
        assertThat(layout.instanceSize() - end)
                .as("bytes from %s to the end", last)
                .isGreaterThanOrEqualTo(TWO_LINES);
        for (FieldLayout other : realFields(layout)) {
            long distance = Math.max(begin - other.offset(), other.offset() - end);
            if (distance > 0) {
                assertThat(distance)
                        .as("distance of %s from %s to %s", other.name(), first, last)
                        .isGreaterThanOrEqualTo(TWO_LINES - Long.BYTES);
            }
        }
    }

    /**
     * The scheduler is walked again once the pipelines have ended: by its threads it reaches the class loader, which grows
     * whenever any code of this JVM loads a class.
     */
    @Test
    void shouldKeepAPipelineOfOneStrandSmall() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            List<Pipeline<Event>> pipelines = Stream.generate(() -> Pipeline.builder(Event::new)
                            .capacity(8)
                            .scheduler(scheduler)
                            .stage("stage", (event, sequence, endOfBatch) -> {})
                            .build())
                    .limit(PIPELINES + 1)
                    .toList();
            pipelines.forEach(pipeline -> assertThat(
                            pipeline.close(Duration.ofSeconds(20)).isComplete())
                    .isTrue());
            // What all share, the logger for instance, hangs on the first one.
            Pipeline<Event> first = pipelines.getFirst();
            long all = GraphLayout.parseInstance(scheduler, ObjectLayoutTest.class, first, pipelines)
                    .totalSize();
            long others = GraphLayout.parseInstance(scheduler, ObjectLayoutTest.class, first)
                    .totalSize();

            assertThat((all - others) / PIPELINES).isLessThanOrEqualTo(PIPELINE_BYTES);
        }
    }

    private static long offset(ClassLayout layout, String field) {
        return realFields(layout).stream()
                .filter(candidate -> candidate.name().equals(field))
                .findFirst()
                .orElseThrow()
                .offset();
    }

    /** The fields that aren't padding, by offset; padding is a letter and a number. */
    private static List<FieldLayout> realFields(ClassLayout layout) {
        return layout.fields().stream()
                .filter(field -> !field.name().matches("[a-z]\\d+"))
                .sorted(Comparator.comparingLong(FieldLayout::offset))
                .toList();
    }
}
