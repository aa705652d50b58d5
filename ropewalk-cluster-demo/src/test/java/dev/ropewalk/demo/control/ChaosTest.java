package dev.ropewalk.demo.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.demo.ClusterCommand;
import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes are killed, paused and cut from each other by chance, and no key has two entities at a time; afterwards all goes on. {@code -Dropewalk.stress.seconds} says for how long.
 *
 * <p>Pauses are shorter than the time until a node is removed: one that stands still for longer doesn't know that others have its entities, until it goes on.
 */
class ChaosTest {
    private static final int NODES = Sample.of(3, 5);
    private static final Duration TIME =
            Duration.ofSeconds(Integer.getInteger("ropewalk.stress.seconds", Sample.of(12, 60)));

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());
    private final Random random = new Random(seed);
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path histories;

    @Test
    void shouldNeverHaveTwoEntitiesOfAKey() throws Exception {
        var settings = new DemoSettings(NODES, 300, 96, Duration.ofSeconds(3), false, Optional.of(histories));
        boolean isRight;
        long answersBefore;
        try (var demo = Demo.start(settings, ClusterCommand.class.getName(), new PrintWriter(out))) {
            demo.obey("settle; wait 2s");
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < TIME.toNanos()) {
                trouble(demo);
                demo.restore();
            }
            answersBefore = check().answers();
            demo.obey("wait 3s");
            isRight = demo.tellLedger();
        } catch (IllegalStateException failed) {
            throw new AssertionError("seed " + seed + ": " + out, failed);
        }
        InstanceCheck check = check();
        assertThat(check.complaints()).as("seed %d: %s", seed, out).isEmpty();
        assertThat(out.toString()).as("seed %d", seed).doesNotContain("not settled");
        assertThat(check.answers()).as("seed %d: %s", seed, out).isGreaterThan(answersBefore);
        assertThat(isRight).as("seed %d: %s", seed, out).isTrue();
    }

    /** Does something from which the majority of the nodes recovers, if all run. */
    private void trouble(Demo demo) throws IOException, InterruptedException {
        int node = 1 + random.nextInt(NODES);
        int other = 1 + (node + random.nextInt(NODES - 1)) % NODES;
        switch (random.nextInt(NODES < 5 ? 3 : 4)) {
            case 0 -> tell(demo, "kill " + node + "; wait " + random.nextInt(4000) + "ms");
            case 1 -> tell(demo, "pause " + node + "; wait " + random.nextInt(1500) + "ms; resume " + node);
            case 2 -> tell(demo, "partition " + node + "; wait " + random.nextInt(10_000) + "ms; heal");
            default ->
                tell(
                        demo,
                        "partition " + node + "; wait " + random.nextInt(3000) + "ms; kill " + other + "; wait "
                                + random.nextInt(8000) + "ms; heal");
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

    private InstanceCheck check() throws IOException {
        var check = new InstanceCheck();
        try (Stream<Path> files = Files.list(histories)) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(check::add);
            }
        }
        return check;
    }
}
