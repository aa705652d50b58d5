package dev.ropewalk.cluster.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process with an outbox that is killed between acceptance and acknowledgement, and started again. */
@Timeout(240)
class PekkoOutboxKillTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int STEPS = 1000;
    private static final int KILLS = 2;

    @TempDir
    private Path folder;

    private final Set<Long> accepted = new TreeSet<>();

    @Test
    void shouldDeliverInOrderWhatAKilledProcessHasAccepted() throws IOException {
        Path handled = Files.createFile(folder.resolve("handled"));
        try (ActorSystem system = ActorSystem.create("parent");
                Cluster cluster = Cluster.join(system, OutboxChild.options(List.of()), new PekkoEngineProvider())) {
            OutboxChild.host(cluster, handled);
            int port = cluster.self().port();
            long next = 0;
            for (int life = 0; life < KILLS; life++) {
                next = tellAndKill(life, port, handled, next);
            }
            List<String> printed = run(KILLS, port, handled, next, next + 10, line -> line.startsWith("delivered"));
            note(printed);
            assertThat(printed).last().isEqualTo("delivered 0");
            check(handled);
        }
    }

    /** Returns the number of the first step that the process hasn't begun to tell. */
    private long tellAndKill(int life, int port, Path handled, long from) throws IOException {
        List<String> printed =
                run(life, port, handled, from, from + 100_000, line -> line.equals("accepted " + (from + STEPS)));
        note(printed);
        return printed.stream()
                        .filter(line -> line.startsWith("telling "))
                        .mapToLong(PekkoOutboxKillTest::numberOf)
                        .max()
                        .orElseThrow(() -> new AssertionError("life " + life + " has told nothing: "
                                + lines(folder.resolve("life-" + life + "/err"))))
                + 1;
    }

    private void note(List<String> printed) {
        printed.stream().filter(line -> line.startsWith("accepted ")).forEach(line -> accepted.add(numberOf(line)));
    }

    private static long numberOf(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    /** Runs a process until it has printed a line, and kills it then. Returns the lines that it has printed in whole. */
    private List<String> run(int life, int port, Path handled, long from, long to, Predicate<String> end)
            throws IOException {
        Path own = Files.createDirectory(folder.resolve("life-" + life));
        Process process = ChildJvm.start(
                List.of(),
                own,
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OutboxChild.class.getName(),
                        Integer.toString(port),
                        folder.resolve("outbox").toString(),
                        handled.toString(),
                        Long.toString(from),
                        Long.toString(to)));
        try {
            Await.until(
                    () -> "the process comes as far; " + lines(own.resolve("err")),
                    () -> lines(own.resolve("out")).stream().anyMatch(end) || !process.isAlive(),
                    LONG);
        } finally {
            process.destroyForcibly().onExit().join();
        }
        return lines(own.resolve("out"));
    }

    /** Returns the lines that were written in whole. */
    private static List<String> lines(Path file) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(Path handled) {
        Map<String, Long> lastOfEntity = new HashMap<>();
        Map<String, List<Long>> firstTimes = new HashMap<>();
        for (String line : lines(handled)) {
            String[] words = line.split(" ", -1);
            long number = Long.parseLong(words[2]);
            Long before = lastOfEntity.put(words[0] + " " + words[1], number);
            if (before != null) {
                assertThat(number)
                        .as("in one entity, behind %d: %s", before, line)
                        .isGreaterThan(before);
            }
            List<Long> numbers = firstTimes.computeIfAbsent(words[0], key -> new ArrayList<>());
            if (numbers.isEmpty() || number > numbers.getLast()) {
                numbers.add(number);
            } else {
                assertThat(numbers).as("what comes again").contains(number);
            }
        }
        assertThat(firstTimes).hasSize(OutboxChild.KEYS);
        firstTimes.forEach(
                (key, numbers) -> assertThat(numbers).as("steps of %s", key).containsAll(accepted));
        assertThat(accepted).hasSizeGreaterThan(KILLS * STEPS);
    }
}
