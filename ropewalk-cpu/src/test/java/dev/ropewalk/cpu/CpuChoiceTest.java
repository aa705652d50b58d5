package dev.ropewalk.cpu;

import static dev.ropewalk.cpu.ReservationStrategy.ANY;
import static dev.ropewalk.cpu.ReservationStrategy.DIFFERENT_CORE;
import static dev.ropewalk.cpu.ReservationStrategy.DIFFERENT_SOCKET;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_CORE;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_LAST_LEVEL_CACHE;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_SOCKET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.reserve.CpuChoice;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which CPUs are chosen on several kinds of machine. */
class CpuChoiceTest {
    @TempDir
    private static Path root;

    private static final Map<String, CpuTopology> MACHINES = new HashMap<>();

    @Test
    void shouldPreferIsolatedCpus() {
        assertThat(chosen("two-sockets-smt", "0-7", "", "", 1, ANY)).isEqualTo("7");
        assertThat(chosen("two-sockets-smt", "0-7", "7", "", 1, ANY)).isEqualTo("3");
    }

    @Test
    void shouldGoFarFromTheFirstCpuWhereNoneIsIsolated() {
        assertThat(chosen("two-sockets-smt", "0-2,4-6", "", "", 1, ANY)).isEqualTo("6");
        assertThat(chosen("two-caches-a-socket", "0-11", "", "", 1, ANY)).isEqualTo("11");
        assertThat(chosen("two-caches-a-socket", "0-2,6-8", "", "", 1, ANY)).isEqualTo("8");
    }

    @Test
    void shouldPreferACoreThatNobodyUses() {
        assertThat(chosen("two-sockets-smt", "0-2,4-6", "6", "", 1, ANY)).isEqualTo("5");
        assertThat(chosen("two-sockets-smt", "0-2,4-6", "", "", 3, ANY)).isEqualTo("6 5 4");
        assertThat(chosen("two-sockets-smt", "0-2,4-6", "4-6", "", 1, ANY)).isEqualTo("2");
    }

    @Test
    void shouldPreferFastCores() {
        assertThat(chosen("hybrid-intel", "0-7", "", "", 3, ANY)).isEqualTo("3 1 2");
        assertThat(chosen("hybrid-arm", "0-5", "", "", 3, ANY)).isEqualTo("5 4 3");
    }

    @Test
    void shouldNeverChooseWhatIsNotUsable() {
        assertThat(chosen("two-sockets-smt", "1,4", "", "", 2, ANY)).isEqualTo("1 4");
        assertThat(chosen("two-sockets-smt", "1,4", "", "", 3, ANY)).isEmpty();
        assertThat(chosen("two-sockets-smt", "1,4", "0-7", "", 1, ANY)).isEmpty();
    }

    @Test
    void shouldTakeCoresWithAllTheirHyperThreads() {
        assertThat(cores("two-sockets-smt", "0-7", "", "", 2, ANY)).isEqualTo("3,7 2,6");
        assertThat(cores("two-sockets-smt", "0-7", "7", "", 1, ANY)).isEqualTo("2,6");
        assertThat(cores("hybrid-intel", "0-7", "", "", 3, ANY)).isEqualTo("2-3 0-1 7");
    }

    @Test
    void shouldNotTakeACoreOfWhichAPartIsNotUsable() {
        assertThat(cores("two-sockets-smt", "0-6", "", "", 1, ANY)).isEqualTo("2,6");
        assertThat(cores("two-sockets-smt", "0-3", "", "", 1, ANY)).isEmpty();
    }

    @Test
    void shouldStayOnTheCore() {
        assertThat(chosen("two-sockets-smt", "0-7", "1", "1", 1, SAME_CORE)).isEqualTo("5");
        assertThat(chosen("two-sockets-smt", "0-7", "1,5", "1", 1, SAME_CORE)).isEmpty();
        assertThat(cores("two-sockets-smt", "0-7", "1", "1", 1, SAME_CORE)).isEmpty();
    }

    @Test
    void shouldStayBehindTheCacheOnAnotherCore() {
        assertThat(chosen("two-caches-a-socket", "0-11", "4", "4", 4, SAME_LAST_LEVEL_CACHE))
                .isEqualTo("11 9 5 3");
        assertThat(chosen("two-caches-a-socket", "0-11", "4", "4", 5, SAME_LAST_LEVEL_CACHE))
                .as("10 is on the same core")
                .isEmpty();
        assertThat(cores("two-caches-a-socket", "0-11", "0,6", "0,6", 1, SAME_LAST_LEVEL_CACHE))
                .isEqualTo("2,8");
    }

    @Test
    void shouldStayOnTheSocketOnAnotherCore() {
        assertThat(chosen("two-sockets-smt", "0-7", "0", "0", 2, SAME_SOCKET)).isEqualTo("5 1");
        assertThat(chosen("two-sockets-smt", "0-7", "0", "0", 3, SAME_SOCKET)).isEmpty();
        assertThat(chosen("two-caches-a-socket", "0-11", "0-2", "0", 1, SAME_SOCKET))
                .isEqualTo("11");
    }

    @Test
    void shouldLeaveTheCore() {
        assertThat(chosen("two-sockets-smt", "0-2,4-6", "2", "2", 4, DIFFERENT_CORE))
                .isEqualTo("5 4 1 0");
        assertThat(chosen("two-sockets-smt", "2,6", "2", "2", 1, DIFFERENT_CORE))
                .isEmpty();
    }

    @Test
    void shouldLeaveTheSocket() {
        assertThat(chosen("two-sockets-smt", "0-7", "3", "3", 1, DIFFERENT_SOCKET))
                .isEqualTo("5");
        assertThat(chosen("two-sockets-smt", "0-7", "0,2", "0,2", 1, DIFFERENT_SOCKET))
                .as("the earlier ones are on both sockets")
                .isEmpty();
        assertThat(chosen("two-caches-a-socket", "0-11", "0", "0", 1, DIFFERENT_SOCKET))
                .isEmpty();
    }

    @Test
    void shouldTakeTheFirstStrategyThatGivesAll() {
        assertThat(chosen("two-sockets-smt", "0-7", "0", "0", 1, SAME_CORE, SAME_SOCKET, ANY))
                .isEqualTo("4");
        assertThat(chosen("two-sockets-smt", "0-7", "0", "0", 2, SAME_CORE, SAME_SOCKET, ANY))
                .isEqualTo("5 1");
        assertThat(chosen("two-sockets-smt", "0-7", "0", "0", 4, SAME_CORE, SAME_SOCKET, ANY))
                .isEqualTo("7 3 6 5");
        assertThat(chosen("two-sockets-smt", "0-7", "0-1,4-5", "0", 1, SAME_CORE, SAME_SOCKET))
                .isEmpty();
    }

    @Test
    void shouldSayWhatIsAskedFor() {
        CpuTopology topology = machine("two-sockets-smt");
        assertThat(new CpuChoice(topology, CpuSet.parse("0-3"), false, 1, CpuSet.of(), List.of(ANY)))
                .hasToString("1 CPU of 0-3, [ANY]");
        assertThat(new CpuChoice(topology, CpuSet.parse("0-7"), true, 2, CpuSet.of(3), List.of(SAME_SOCKET, ANY)))
                .hasToString("2 cores of 0-7, [SAME_SOCKET, ANY] relative to 3");
    }

    private String chosen(
            String machine, String usable, String taken, String earlier, int count, ReservationStrategy... strategies) {
        return choose(machine, usable, taken, earlier, count, false, strategies);
    }

    private String cores(
            String machine, String usable, String taken, String earlier, int count, ReservationStrategy... strategies) {
        return choose(machine, usable, taken, earlier, count, true, strategies);
    }

    private String choose(
            String machine,
            String usable,
            String taken,
            String earlier,
            int count,
            boolean wholeCores,
            ReservationStrategy... strategies) {
        CpuTopology topology =
                SysfsTree.recorded(machine, root.resolve(machine)).topology("0");
        var choice = new CpuChoice(
                topology, CpuSet.parse(usable), wholeCores, count, CpuSet.parse(earlier), List.of(strategies));
        return String.join(
                " ",
                choice.choose(CpuSet.parse(taken)).stream()
                        .map(CpuSet::toString)
                        .toList());
    }

    private static CpuTopology machine(String name) {
        return MACHINES.computeIfAbsent(
                name, tree -> SysfsTree.recorded(tree, root.resolve(tree)).topology("0"));
    }
}
