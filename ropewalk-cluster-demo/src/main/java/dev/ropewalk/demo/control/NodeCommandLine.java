package dev.ropewalk.demo.control;

import dev.ropewalk.cluster.NodeAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a node's process: a small JVM, which runs the class that this one runs. */
final class NodeCommandLine {
    private static final int MAX_CPUS = 2;

    private final DemoSettings settings;
    private final String mainClass;

    NodeCommandLine(DemoSettings settings, String mainClass) {
        this.settings = settings;
        this.mainClass = mainClass;
    }

    /**
     * Returns the command line.
     *
     * @param address by which others reach it
     * @param listening where it listens
     * @param seeds by which it joins, none for the first node
     * @param hasConsole whether it opens a console
     */
    List<String> of(NodeAddress address, InetSocketAddress listening, List<NodeAddress> seeds, boolean hasConsole) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + settings.heapMegabytes() + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:ActiveProcessorCount="
                        + Math.min(MAX_CPUS, Runtime.getRuntime().availableProcessors()),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass,
                "node",
                "--child",
                "--plaintext",
                "--host=" + address.host(),
                "--port=" + address.port(),
                "--bind-host=" + listening.getAddress().getHostAddress(),
                "--bind-port=" + listening.getPort(),
                "--rate=" + settings.rate(),
                "--stable-after=" + settings.stableAfter().toMillis() + "ms"));
        seeds.forEach(seed -> line.add("--seed=" + seed));
        settings.histories()
                .ifPresent(folder -> line.add(
                        "--history=" + folder.resolve("answers-" + listening.getPort() + "-" + System.nanoTime())));
        if (hasConsole) {
            line.add("--console");
        }
        return line;
    }
}
