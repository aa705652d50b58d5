package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "0-3,8|0-3,8",
                "8,0-3|0-3,8",
                "0-1,2,3-4|0-4",
                "5-5|5",
                "0-9,3|0-9",
                "63-64|63-64",
                "' 0-3, 8\n'|0-3,8",
                "1048575|1048575",
                "007|7"
            })
    void shouldParseAndPrintTheKernelsLists(String list, String printed) {
        assertThat(CpuSet.parse(list)).hasToString(printed).isEqualTo(CpuSet.parse(printed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void shouldParseABlankListAsTheEmptySet(String list) {
        assertThat(CpuSet.parse(list)).isEqualTo(CpuSet.of()).hasToString("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,3-1|\"3-1\" runs backwards",
                "0,x|\"x\" is neither a CPU number nor a range",
                "-1|\"-1\" is neither",
                "1--2|\"1--2\" is neither",
                "0-|\"0-\" is neither",
                "0,,1|\"\" is neither",
                "0,|\"\" is neither",
                "0 1|\"0 1\" is neither",
                "٣|\"٣\" is neither",
                "1048576|\"1048576\" goes beyond the largest CPU number, 1048575",
                "0-4294967296|\"0-4294967296\" goes beyond",
                "99999999999999999999|\"99999999999999999999\" goes beyond"
            })
    void shouldRefuseAMalformedListAndQuoteTheFault(String list, String message) {
        assertThatThrownBy(() -> CpuSet.parse(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("malformed CPU list \"" + list + "\": " + message);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 1 << 20, Integer.MAX_VALUE})
    void shouldRefuseNumbersThatNoCpuCanHave(int cpu) {
        assertThatThrownBy(() -> CpuSet.of(0, cpu))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CPU number " + cpu + " isn't within 0 and 1048575");
        assertThat(CpuSet.parse("0-1048575").contains(cpu)).isFalse();
    }

    @Test
    void shouldListItsCpusInAscendingOrderAndOnce() {
        var set = CpuSet.of(70, 3, 3, 0);
        assertThat(set.stream()).containsExactly(0, 3, 70);
        assertThat(set.size()).isEqualTo(3);
        assertThat(set.first()).isZero();
    }

    @Test
    void shouldHaveNoFirstCpuWhenEmpty() {
        assertThat(CpuSet.of().isEmpty()).isTrue();
        assertThatThrownBy(() -> CpuSet.of().first()).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void shouldTellWhichCpusItContains() {
        var set = CpuSet.parse("0-3,8");
        assertThat(set.contains(3)).isTrue();
        assertThat(set.contains(4)).isFalse();
        assertThat(set.containsAll(CpuSet.of(1, 8))).isTrue();
        assertThat(set.containsAll(CpuSet.of(1, 4))).isFalse();
        assertThat(set.containsAll(CpuSet.of())).isTrue();
    }

    @Test
    void shouldBehaveLikeAModelSetForRandomSets() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Set<Integer> a = randomSet(random);
            Set<Integer> b = randomSet(random);
            CpuSet setA = cpuSet(a);
            CpuSet setB = cpuSet(b);
            var union = new TreeSet<>(a);
            union.addAll(b);
            var common = new TreeSet<>(a);
            common.retainAll(b);
            var rest = new TreeSet<>(a);
            rest.removeAll(b);
            assertThat(cpus(setA.union(setB))).as("seed %d", seed).isEqualTo(union);
            assertThat(cpus(setA.intersect(setB))).as("seed %d", seed).isEqualTo(common);
            assertThat(cpus(setA.minus(setB))).as("seed %d", seed).isEqualTo(rest);
            assertThat(cpus(setA))
                    .as("operands stay as they are, seed %d", seed)
                    .isEqualTo(a);
            assertThat(setA.equals(setB)).as("seed %d", seed).isEqualTo(a.equals(b));
            assertThat(CpuSet.parse(setA.toString()))
                    .as("seed %d", seed)
                    .isEqualTo(setA)
                    .hasSameHashCodeAs(setA);
            assertThat(CpuSet.ofMask(setA.toMask())).as("seed %d", seed).isEqualTo(setA);
        }
    }

    private static Set<Integer> randomSet(Random random) {
        int bound = 1 + random.nextInt(200);
        return random.ints(random.nextInt(60), 0, bound).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    private static CpuSet cpuSet(Set<Integer> cpus) {
        return CpuSet.of(cpus.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Set<Integer> cpus(CpuSet set) {
        return set.stream().boxed().collect(Collectors.toCollection(TreeSet::new));
    }
}
