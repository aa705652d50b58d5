package dev.ropewalk.demo;

import dev.ropewalk.demo.control.Demo;
import dev.ropewalk.demo.control.DemoSettings;
import dev.ropewalk.demo.proxy.Proxies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the nodes, and obeys what is typed. */
@Command(
        name = "demo",
        description = {
            "Starts the nodes of a cluster on this machine, each in a process of its own, with a small shop on them.",
            "Type 'help' for what can be done to them: they can be killed, paused, cut from each other, and started again.",
            "At the end it tells what was sent, handled and lost."
        },
        footer = {
            "",
            "It ends with 'quit', at the end of its input, after --for, or after --commands; with status 1 if the sums are wrong."
        },
        mixinStandardHelpOptions = true)
final class DemoSubcommand implements Callable<Integer> {
    private static final int MAX_RATE = 100_000;
    private static final int MIN_HEAP = 48;
    private static final int MAX_HEAP = 16_384;
    private static final Duration MIN_STABLE_AFTER = Duration.ofMillis(500);

    /** What stands for the end of the input. */
    private static final String END = "quit";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--nodes", defaultValue = "5", description = "how many; ${DEFAULT-VALUE} by default")
    private int nodes;

    @Option(
            names = "--rate",
            defaultValue = "200",
            description = "messages a second that each node's customers send; ${DEFAULT-VALUE} by default")
    private int rate;

    @Option(
            names = "--heap",
            paramLabel = "MB",
            defaultValue = "128",
            description = "heap of each node in megabytes; ${DEFAULT-VALUE} by default")
    private int heap;

    @Option(
            names = "--stable-after",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            defaultValue = "3s",
            description = "how long a split must stand still before it is decided; ${DEFAULT-VALUE} by default")
    private Duration stableAfter = Duration.ofSeconds(3);

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "end after this time, such as 30s")
    private @Nullable Duration time;

    @Option(
            names = "--commands",
            paramLabel = "TEXT",
            description = "do this instead of what is typed, such as 'kill 2; wait 10s; status'")
    private @Nullable String commands;

    @Option(names = "--console", description = "open the console of each node, not only of the first")
    private boolean consoles;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check("--nodes", nodes, 1, Proxies.MAX_NODES);
        check("--rate", rate, 1, MAX_RATE);
        check("--heap", heap, MIN_HEAP, MAX_HEAP);
        if (stableAfter.compareTo(MIN_STABLE_AFTER) < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--stable-after must be at least 500ms, not " + stableAfter.toMillis() + "ms");
        }
        PrintWriter out = spec.commandLine().getOut();
        var settings = new DemoSettings(nodes, rate, heap, stableAfter, consoles, Optional.empty());
        long begun = System.nanoTime();
        try {
            Demo.check(nodes, commands == null ? "" : commands);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--commands: " + e.getMessage(), e);
        }
        try (Demo demo = Demo.start(settings, ClusterCommand.class.getName(), out)) {
            demo.consoles().forEach(console -> out.println("see " + console));
            out.println("Type 'help' for what can be done.");
            out.flush();
            if (commands == null) {
                obeyInput(demo, out, begun);
            } else {
                boolean ignored = demo.obey(commands);
                rest(begun);
            }
            return demo.tellLedger() ? 0 : 1;
        } catch (IllegalArgumentException | IllegalStateException failed) {
            out.println(failed.getMessage());
            out.flush();
            return 1;
        }
    }

    private void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    spec.commandLine(), name + " must be " + min + " to " + max + ", not " + value);
        }
    }

    /** Returns how much of the time is left, in nanoseconds; empty if it ends by a command. */
    private Optional<Long> left(long begun) {
        return Optional.ofNullable(time).map(all -> all.toNanos() - (System.nanoTime() - begun));
    }

    private void rest(long begun) throws InterruptedException {
        if (left(begun).isPresent()) {
            TimeUnit.NANOSECONDS.sleep(left(begun).get());
        }
    }

    private void obeyInput(Demo demo, PrintWriter out, long begun) throws IOException, InterruptedException {
        BlockingQueue<String> lines = new ArrayBlockingQueue<>(1);
        Thread.ofPlatform().daemon().name("input").start(() -> read(lines));
        while (true) {
            Optional<Long> left = left(begun);
            String line = left.isPresent() ? lines.poll(left.get(), TimeUnit.NANOSECONDS) : lines.take();
            try {
                if (line == null || demo.obey(line)) {
                    return;
                }
            } catch (IllegalArgumentException | IllegalStateException wrong) {
                out.println(wrong.getMessage());
                out.flush();
            }
        }
    }

    /** Reads what is typed; at its end the demonstration ends, too, unless it has a time. */
    private void read(BlockingQueue<String> lines) {
        try {
            var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.put(line);
            }
            if (time == null) {
                lines.put(END);
            }
        } catch (IOException broken) {
            boolean ignored = lines.offer(END);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }
}
