package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private final List<String> done = new ArrayList<>();

    @Test
    void shouldTryAllInTheirOrder() {
        Attempts.all(() -> done.add("one"), () -> done.add("two"));
        Attempts.each(List.of("three", "four"), done::add);
        assertThat(done).containsExactly("one", "two", "three", "four");
    }

    @Test
    void shouldTryTheRestWhateverIsThrown() {
        var error = new StackOverflowError();
        assertThatThrownBy(() -> Attempts.all(() -> fail(error), () -> done.add("two")))
                .isSameAs(error);
        assertThat(done).containsExactly("two");
    }

    @Test
    void shouldThrowWhatWasThrownFirst() {
        var first = new IOException("first"); // a checked one, too
        assertThatThrownBy(() -> Attempts.each(List.of(first, new IllegalStateException("second")), this::fail))
                .isSameAs(first);
    }

    @Test
    void shouldDoNothingWithNothing() {
        Attempts.all();
        Attempts.each(List.of(), this::fail);
        assertThat(done).isEmpty();
    }

    private void fail(Throwable with) {
        throw Failures.<RuntimeException>unchecked(with);
    }
}
