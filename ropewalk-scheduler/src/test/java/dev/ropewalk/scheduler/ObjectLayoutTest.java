package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.WorkerCounters;
import dev.ropewalk.scheduler.worker.Sleepers;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** Where the JVM really puts the fields: the superclass idiom of padding is a habit of the JVM, not a promise. */
class ObjectLayoutTest {
    private static final long TWO_LINES = 128;

    @Test
    void shouldKeepAnIdleStrandWithin48Bytes() {
        assertThat(ClassLayout.parseClass(SerialStrand.class).instanceSize()).isLessThanOrEqualTo(48);
    }

    @ParameterizedTest
    @ValueSource(classes = {WorkDeque.class, Inbox.class, WorkerCounters.class, Sleepers.class})
    void shouldShareNoCacheLineWithWhatStandsBefore(Class<?> padded) {
        FieldLayout first = realFields(ClassLayout.parseClass(padded)).getFirst();

        assertThat(first.offset()).as("%s", first).isGreaterThanOrEqualTo(TWO_LINES);
    }

    @ParameterizedTest
    @CsvSource({"queue.WorkDeque, top", "strand.WorkerCounters, longestWait", "worker.Sleepers, searchers"})
    void shouldShareNoCacheLineWithWhatStandsBehind(String padded, String field) throws ClassNotFoundException {
        ClassLayout layout = ClassLayout.parseClass(Class.forName("dev.ropewalk.scheduler." + padded));

        assertThat(layout.instanceSize() - offset(layout, field))
                .as("bytes from %s to the end", field)
                .isGreaterThanOrEqualTo(TWO_LINES);
    }

    @Test
    void shouldSeparateTheTwoEndsOfADeque() {
        assertSeparated(WorkDeque.class, List.of("bottom", "topBound", "swept", "array"), List.of("top"));
    }

    @Test
    void shouldSeparateTheTwoEndsOfAnInbox() {
        assertSeparated(Inbox.class, List.of("tail"), List.of("lock", "head", "taken", "stub"));
    }

    @Test
    void shouldSeparateTheSearchPermitsFromTheBitmapsAddress() {
        assertSeparated(Sleepers.class, List.of("searchers"), List.of("words"));
    }

    private static void assertSeparated(Class<?> padded, List<String> one, List<String> other) {
        ClassLayout layout = ClassLayout.parseClass(padded);
        for (String a : one) {
            for (String b : other) {
                assertThat(Math.abs(offset(layout, a) - offset(layout, b)))
                        .as("distance of %s and %s", a, b)
                        .isGreaterThanOrEqualTo(TWO_LINES);
            }
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
