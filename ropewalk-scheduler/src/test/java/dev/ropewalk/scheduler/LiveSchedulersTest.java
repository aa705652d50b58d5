package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Other tests have schedulers in this JVM, too. */
class LiveSchedulersTest {
    private static final String NAME = "looked-at";

    private static Scheduler start() {
        return Scheduler.builder().name(NAME).workers(1).build();
    }

    private static Stream<String> names() {
        return Scheduler.live().keySet().stream().filter(name -> name.startsWith(NAME));
    }

    @Test
    void shouldListASchedulerUntilItIsClosed() {
        try (Scheduler scheduler = start()) {
            assertThat(Scheduler.live()).containsEntry(NAME, scheduler);
            assertThat(scheduler.stats().workers()).hasSize(1);
        }

        assertThat(names()).isEmpty();
    }

    @Test
    void shouldMakeNamesUnique() {
        try (Scheduler first = start();
                Scheduler second = start()) {
            Map<String, Scheduler> live = Scheduler.live();

            assertThat(live).containsEntry(NAME, first).containsValue(second);
            assertThat(names()).hasSize(2).allMatch(name -> name.equals(NAME) || name.startsWith(NAME + "#"));
            assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(live::clear);
        }
    }

    @Test
    void shouldGiveANameToASchedulerWithoutOne() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            assertThat(Scheduler.live()).containsValue(scheduler);
            assertThat(scheduler.toString()).contains(nameOf(scheduler));
        }
    }

    private static String nameOf(Scheduler scheduler) {
        return Scheduler.live().entrySet().stream()
                .filter(entry -> entry.getValue().equals(scheduler))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
