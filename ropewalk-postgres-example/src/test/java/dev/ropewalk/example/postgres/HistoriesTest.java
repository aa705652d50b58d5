package dev.ropewalk.example.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.demo.control.Demo;
import dev.ropewalk.demo.control.DemoSettings;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes in processes of their own are killed, stopped for a moment and cut from each other by chance, as Jepsen does, while clients on all of them send to entities. Afterwards: the registers in the database are linearizable, and so are those in
 * memory but for what failures have lost; and messages of reliable senders were handled in order, none is missing, and none was handled twice but for failures. {@code -Dropewalk.stress.seconds} says for how long. It is a piece
 * of the deep tests: beside other tests nodes may not get the CPU in time, and remove each other.
 */
@EnabledIfSystemProperty(
        named = "ropewalk.stress",
        matches = "default",
        disabledReason = "takes minutes alone: bin/ropewalk test --deep cluster-histories")
class HistoriesTest {
    private static final int NODES = Sample.of(3, 5);
    private static final Duration TIME =
            Duration.ofSeconds(Integer.getInteger("ropewalk.stress.seconds", Sample.of(12, 60)));
    private static final Duration LONG = Duration.ofSeconds(90);

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final Random random = new Random(seed);
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldBeLinearizableWhateverFails() throws Exception {
        try (var server = PostgresServer.start()) {
            PostgresStore.createTables(server.url());
            Files.writeString(folder.resolve(HistoryNode.DATABASE), server.url());
            var settings = new DemoSettings(NODES, 100, 96, Duration.ofSeconds(3), false, Optional.of(folder));
            try (var demo = Demo.start(settings, HistoryNode.class.getName(), new PrintWriter(out))) {
                demo.obey("settle");
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < TIME.toNanos()) {
                    trouble(demo);
                    demo.restore();
                }
                demo.obey("wait 2s");
                boolean ignored = demo.tellLedger();
                Await.until(
                        () -> "most nodes have come to rest: " + out,
                        () -> files(HistoryNode.OVER).size() > NODES / 2, // one may have been removed late
                        LONG);
            } catch (IllegalStateException | AssertionError failed) {
                throw new AssertionError("seed " + seed + ": " + out, failed);
            }
        }
        Notes notes = notes();
        System.out.println(notes.answers() + " commands were answered, " + notes.delivered() + " messages delivered");
        notes.checkRegisters();
        assertThat(notes.complaints()).as("seed %d: %s", seed, out).isEmpty();
        assertThat(notes.answers()).isPositive();
        assertThat(notes.delivered()).isPositive();
    }

    /** Does something from which the majority of the nodes recovers, if all run. */
    private void trouble(Demo demo) throws IOException, InterruptedException {
        int node = 1 + random.nextInt(NODES);
        switch (random.nextInt(3)) {
            case 0 -> tell(demo, "kill " + node + "; wait " + random.nextInt(4000) + "ms");
            case 1 -> tell(demo, "pause " + node + "; wait " + random.nextInt(1500) + "ms; resume " + node);
            default -> tell(demo, "partition " + node + "; wait " + random.nextInt(10_000) + "ms; heal");
        }
    }

    /** A node may have ended meanwhile. */
    private static void tell(Demo demo, String commands) throws IOException, InterruptedException {
        for (String command : commands.split("; ", -1)) {
            try {
                boolean ignored = demo.obey(command);
            } catch (IllegalArgumentException ended) {
                // it can't be done to a node that doesn't run
            }
        }
    }

    private Notes notes() throws IOException {
        var notes = new Notes();
        for (Path file : files("answers-")) {
            String node = file.getFileName().toString();
            Files.readAllLines(file).forEach(line -> notes.add(node, line));
            if (Files.exists(file.resolveSibling(HistoryNode.OVER + node))) {
                notes.add(node, "over .");
            }
        }
        return notes;
    }

    private List<Path> files(String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
