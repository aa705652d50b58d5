package dev.ropewalk.flow.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.flow.chain.Stage;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The classes of stages in a row. */
class CopiesTest {
    private final List<Integer> received = new ArrayList<>();

    @Test
    void shouldHaveAClassForEachPlaceInARow() {
        Stage<Integer> last = plusOne(new End());
        Stage<Integer> middle = plusOne(last);
        Stage<Integer> first = plusOne(middle);

        assertThat(List.of(last.getClass(), middle.getClass(), first.getClass()))
                .doesNotHaveDuplicates();
        assertThat(plusOne(plusOne(new End())).getClass()).isSameAs(middle.getClass());
        assertThat(first.push(1)).isTrue();
        assertThat(received).containsExactly(4);
    }

    @Test
    void shouldShareAClassFarFromTheEnd() {
        Stage<Integer> stage = new End();
        for (int i = 0; i < 30; i++) {
            stage = plusOne(stage);
        }
        Stage<Integer> before = FilterStage.before(plusOne(stage), number -> number < 5);

        assertThat(plusOne(stage).getClass()).isSameAs(stage.getClass());
        assertThat(before.push(4)).isTrue();
        assertThat(before.push(5)).isTrue();
        assertThat(received).containsExactly(35);
        assertThat(before.limit()).isEqualTo(8);
    }

    /** A row that is too long for the stack may find that out in a constructor. */
    @Test
    void shouldThrowWhatAConstructorThrows() {
        Copies copies = new Copies(Endless.LOOKUP, String.class);
        assertThatThrownBy(() -> copies.make(new End(), "argument")).isInstanceOf(StackOverflowError.class);
    }

    private static Stage<Integer> plusOne(Stage<Integer> next) {
        return MapStage.<Integer, Integer>before(next, number -> number + 1);
    }

    private static final class Endless extends Stage<Integer> {
        static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

        @SuppressWarnings("unused") // by its handle
        Endless(Stage<?> next, String argument) {
            throw new StackOverflowError(argument + " before " + next);
        }

        @Override
        public boolean push(Integer element) {
            return false;
        }

        @Override
        public void pause() {}

        @Override
        public void end(@Nullable Throwable cause) {}

        @Override
        public long limit() {
            return 0;
        }
    }

    private final class End extends Stage<Integer> {
        @Override
        public boolean push(Integer element) {
            return received.add(element);
        }

        @Override
        public void pause() {}

        @Override
        public void end(@Nullable Throwable cause) {}

        @Override
        public long limit() {
            return 7;
        }
    }
}
