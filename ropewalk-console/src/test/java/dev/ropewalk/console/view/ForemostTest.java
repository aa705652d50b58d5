package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForemostTest {
    private static List<Integer> foremost(int most, List<Integer> all) {
        Foremost<Integer> foremost = new Foremost<>(most, Comparator.naturalOrder());
        all.forEach(foremost::add);
        return foremost.inOrder();
    }

    @Test
    void shouldHaveTheFirstInTheirOrder() {
        assertThat(foremost(3, List.of(5, 1, 4, 1, 9, 2))).containsExactly(1, 1, 2);
        assertThat(foremost(9, List.of(3, 2, 1))).containsExactly(1, 2, 3);
        assertThat(foremost(1, List.of())).isEmpty();
    }

    @Test
    void shouldHaveWhatSortingAllHas() {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(i / 3);
        }
        Collections.shuffle(all, new Random(1));

        assertThat(foremost(100, all))
                .isEqualTo(all.stream().sorted().limit(100).toList());
    }
}
