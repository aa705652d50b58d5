package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NullsTest {
    @Test
    void shouldNameTheArgumentThatHoldsNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> Nulls.copy(Arrays.asList("a", null), "names"))
                .withMessage("null in names");
        assertThatNullPointerException()
                .isThrownBy(() -> Nulls.copy(new String[] {"a", null}, "names"))
                .withMessage("null in names");
        assertThatNullPointerException()
                .isThrownBy(() -> Nulls.copy(Collections.singleton((String) null), "names"))
                .withMessage("null in names");
        assertThatNullPointerException()
                .isThrownBy(() -> Nulls.copy(Collections.singletonMap("a", (String) null), "ages"))
                .withMessage("null in ages");
        assertThatNullPointerException()
                .isThrownBy(() -> Nulls.check(Collections.singletonMap((String) null, 1), "ages"))
                .withMessage("null in ages");
    }

    @Test
    void shouldCopy() {
        List<String> list = new ArrayList<>(List.of("b", "a"));
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        List<String> copied = Nulls.copy(list, "names");
        Map<String, Integer> copiedMap = Nulls.copy(map, "ages");
        list.clear();
        map.clear();

        assertThat(copied).containsExactly("b", "a");
        assertThat(copiedMap).containsExactly(Map.entry("a", 1));
        assertThat(Nulls.copy(new String[] {"x"}, "names")).containsExactly("x");
        assertThat(Nulls.copy(Set.of("x"), "names")).containsExactly("x");
    }

    @Test
    void shouldKeepTheOrderOfASortedMap() {
        NavigableMap<String, Integer> map = new TreeMap<>(Comparator.reverseOrder());
        map.put("a", 1);
        map.put("b", 2);

        Map<String, Integer> copied = Nulls.copy(map, "ages");

        assertThat(copied.keySet()).containsExactly("b", "a");
        assertThatThrownBy(copied::clear).isInstanceOf(UnsupportedOperationException.class);
    }
}
