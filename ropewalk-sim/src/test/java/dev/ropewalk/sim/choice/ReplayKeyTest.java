package dev.ropewalk.sim.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayKeyTest {
    private static final String NAME = "com.example.BankTest#transfersKeepTheTotal";
    private static final ReplayKey SEEDED =
            new ReplayKey(TestId.of(NAME), "pct:3", 42, List.of(1234L), 0xCAFEBABEL << 32, 5000, Optional.empty());

    @Test
    void shouldBeTheSameInEachVersion() {
        assertThat(SEEDED.text()).isEqualTo("rw1.IfzbOgVwY3Q6MwAAAAAAAAAqAdIJyv66vgAAAACIJwCSSNVb");
        assertThat(SEEDED.with(Schedule.sparse(new int[] {3, 17}, new int[] {1, 2}))
                        .text())
                .isEqualTo("rw1.IfzbOgVwY3Q6MwAAAAAAAAAqAdIJyv66vgAAAACIJwEAAgMADQE6AgwT");
    }

    @Test
    void shouldBeReadFromItsText() {
        assertThat(ReplayKey.parse(SEEDED.text())).isEqualTo(SEEDED);
        assertThat(ReplayKey.parse(" " + SEEDED.text() + "\n")).isEqualTo(SEEDED);
        assertThat(ReplayKey.parse(SEEDED.text()).decisions()).isEmpty();
        assertThat(ReplayKey.parse(SEEDED.with(Schedule.defaults()).text()).decisions())
                .contains(Schedule.defaults());
    }

    @Test
    void shouldKeepAnySchedule() {
        var random = new SplitMix64(1);
        for (int run = 0; run < 500; run++) {
            Schedule schedule = random(random, run);
            ReplayKey key = new ReplayKey(
                    new TestId((int) random.next()),
                    "random+fair:2000",
                    random.next(),
                    List.of(random.next() >>> 1, 0L),
                    random.next(),
                    random.next() >>> 1,
                    Optional.of(schedule));

            assertThat(ReplayKey.parse(key.text())).as("run %d", run).isEqualTo(key);
            assertThat(key.text()).matches("rw1\\.[A-Za-z0-9_-]+");
        }
    }

    private static Schedule random(SplitMix64 random, int most) {
        var decisions = new TreeMap<Integer, Integer>();
        int range = 1 + random.next(random.next(2) == 0 ? 2000 : Integer.MAX_VALUE - 1);
        for (int i = random.next(most + 1); i > 0; i--) {
            decisions.put(random.next(range), 1 + random.next(random.next(10) == 0 ? Integer.MAX_VALUE - 2 : 3));
        }
        return Schedule.sparse(
                decisions.keySet().stream().mapToInt(Integer::intValue).toArray(),
                decisions.values().stream().mapToInt(Integer::intValue).toArray());
    }

    @Test
    void shouldBeShortForAShrunkSchedule() {
        Schedule shrunk = Schedule.sparse(new int[] {3, 17, 40, 41, 90}, new int[] {1, 2, 1, 1, 1});

        assertThat(SEEDED.with(shrunk).text()).hasSizeLessThan(80);
    }

    @Test
    void shouldCompressALongSchedule() {
        var decisions = new int[100_000];
        for (int i = 0; i < decisions.length; i++) {
            decisions[i] = i % 2;
        }

        assertThat(SEEDED.with(Schedule.of(decisions)).text()).hasSizeLessThan(1000);
    }

    @Test
    void shouldRefuseEveryChangedOrMissingCharacter() {
        String text = SEEDED.with(Schedule.of(0, 1, 0, 2)).text();
        for (int index = 0; index < text.length(); index++) {
            String changed =
                    text.substring(0, index) + (text.charAt(index) == 'A' ? 'B' : 'A') + text.substring(index + 1);
            String cut = text.substring(0, index);
            String without = text.substring(0, index) + text.substring(index + 1);
            for (String damaged : List.of(changed, cut, without)) {
                if (!damaged.equals(text)) {
                    assertThatIllegalArgumentException()
                            .as(damaged)
                            .isThrownBy(() -> ReplayKey.parse(damaged))
                            .withMessageMatching(
                                    "(?s)(no replay string|damaged replay string|replay string of format).*");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rw", "1234", "rw1", "hello.world"})
    void shouldRefuseWhatIsNoReplayString(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReplayKey.parse(text))
                .withMessageStartingWith("no replay string: \"" + text + "\"");
    }

    @Test
    void shouldRefuseAnotherVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReplayKey.parse("rw2.abcd"))
                .withMessageStartingWith("replay string of format 2, but this version of Ropewalk reads format 1 only");
    }

    @Test
    void shouldRefuseAnotherTest() {
        ReplayKey read = ReplayKey.parse(SEEDED.text());

        read.test().check(NAME);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read.test().check("com.example.BankTest#other"))
                .withMessageStartingWith("the replay string belongs to another test than com.example.BankTest#other");
    }

    @Test
    void shouldWriteAndReadAFile() {
        var decisions = new Decisions();
        var random = new SplitMix64(3);
        for (int i = 0; i < 1000; i++) {
            decisions.add(DecisionKind.of("pdf".charAt(random.next(3))), Math.max(0, random.next(8) - 4));
        }
        List<String> lines = ScheduleFile.lines(NAME, SEEDED, decisions);

        ScheduleFile read = ScheduleFile.parse(lines);

        assertThat(read.test()).isEqualTo(NAME);
        assertThat(read.key()).isEqualTo(SEEDED.with(decisions.schedule()));
        assertThat(lines).allMatch(line -> line.length() < 112);
    }

    @Test
    void shouldRefuseADamagedFile() {
        var decisions = new Decisions();
        decisions.add(DecisionKind.PICK, 0);
        decisions.add(DecisionKind.FAULT, 1);
        List<String> lines = ScheduleFile.lines(NAME, SEEDED, decisions);
        assertThat(lines)
                .containsSubsequence(
                        "ropewalk-schedule 1",
                        "test " + NAME,
                        "strategy pct:3",
                        "seed 000000000000002a",
                        "numbers 1234",
                        "f1=1");

        for (int index = 0; index < lines.size(); index++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(index);
            assertThatIllegalArgumentException().isThrownBy(() -> ScheduleFile.parse(without));
            List<String> changed = new ArrayList<>(lines);
            changed.set(index, lines.get(index) + "1");
            assertThatIllegalArgumentException().isThrownBy(() -> ScheduleFile.parse(changed));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleFile.parse(List.of("ropewalk-schedule 2")))
                .withMessageContaining("another format");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleFile.parse(List.of()))
                .withMessageContaining("missing");
    }

    @Test
    void shouldRefuseSoManyDecisionsThatTheyWouldFillTheMemory() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleCode.requireRoom(1_000_000, 128 << 20))
                .withMessage(
                        "1000000 decisions need more than a quarter of the memory of 134217728 bytes that this JVM may"
                                + " take");
        ScheduleCode.requireRoom(1_000_000, 256 << 20);

        var bits = new Bits().number(1).number(ScheduleCode.MAX_COUNT + 1L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleCode.read(bits.toBytes(), 0))
                .withMessage("16777217 decisions, though 16777216 are the most");
    }
}
