package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A node in a JVM of its own, which can be killed. */
final class ChildNode implements AutoCloseable {
    /** A JVM has much to compile before it is there, perhaps beside others that do the same. */
    private static final Duration START = Duration.ofMinutes(2);

    final Process process;
    private final Path out;
    private final Node node;

    private ChildNode(Process process, Path out, Node node) {
        this.process = process;
        this.out = out;
        this.node = node;
    }

    /** Starts one at any port, with seeds or without. */
    static ChildNode start(Path folder, NodeAddress... seeds) throws IOException {
        return start(folder, TestNode.options("shop").seeds(List.of(seeds)));
    }

    /** Starts one, with a port, seeds, and what is said of splits; the rest is as in all tests. */
    static ChildNode start(Path folder, ClusterOptions options) throws IOException {
        Process process = ChildJvm.start(
                List.of(),
                folder,
                Stream.concat(
                                Stream.of(
                                        "-XX:TieredStopAtLevel=1",
                                        "--sun-misc-unsafe-memory-access=allow",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        ChildNode.class.getName(),
                                        Integer.toString(options.port()),
                                        options.stableAfter().toString(),
                                        Boolean.toString(options.splitBrain() instanceof SplitBrain.KeepOldest)),
                                options.seeds().stream().map(seed -> Integer.toString(seed.port())))
                        .toList());
        Path out = folder.resolve("out");
        Await.until(
                () -> "the child has started; " + lines(folder.resolve("err")),
                () -> !lines(out).isEmpty() || !process.isAlive(),
                START);
        if (lines(out).isEmpty()) {
            throw new AssertionError(process + " has ended; " + lines(folder.resolve("err")));
        }
        String[] words = lines(out).getFirst().split(" ", -1);
        return new ChildNode(process, out, new Node("127.0.0.1", Integer.parseInt(words[0]), Long.parseLong(words[1])));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Node self() {
        return node;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Sends its process a signal, such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Returns what it has printed after its address. */
    List<String> printed() {
        return lines(out).stream().skip(1).toList();
    }

    /** Runs it at a port, with a time for splits, whether the oldest is kept then, and with the other ports as those of its seeds, until it is killed or has ended. */
    public static void main(String[] words) {
        var seeds = Stream.of(words)
                .skip(3)
                .map(port -> new NodeAddress("127.0.0.1", Integer.parseInt(port)))
                .toList();
        var node = TestNode.start(TestNode.options("shop")
                .port(Integer.parseInt(words[0]))
                .stableAfter(Duration.parse(words[1]))
                .splitBrain(Boolean.parseBoolean(words[2]) ? SplitBrain.keepOldest() : SplitBrain.keepMajority())
                .seeds(seeds));
        System.out.println(node.self().port() + " " + node.self().incarnation());
        TestNode.get(node.engine.whenEnded(), Duration.ofMinutes(5));
        System.out.println(node.removed);
    }
}
