package dev.ropewalk.lab.go;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A running program in Go that measures itself. Used by one thread. */
public final class GoProgram implements AutoCloseable {
    /** What has been built, by source: one cell after another runs the same program. */
    private static final Map<String, byte[]> BUILT = new ConcurrentHashMap<>();

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    private GoProgram(Process process) {
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        replies = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Builds and starts a program.
     *
     * @param beside the class beside which the source is a resource
     * @param workers how many threads may run goroutines at once
     */
    public static GoProgram start(Class<?> beside, String source, int workers, List<String> arguments)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ropewalk-go");
        try {
            var command = new ArrayList<String>();
            command.add(program(beside, source, folder).toString());
            command.addAll(arguments);
            var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("GOMAXPROCS", String.valueOf(workers));
            return new GoProgram(builder.start());
        } finally {
            // A running program needs its file no more, and this process may be killed at any time.
            delete(folder);
        }
    }

    private static Path program(Class<?> beside, String source, Path folder) throws IOException, InterruptedException {
        byte[] built = BUILT.get(source);
        if (built != null) {
            Path program = Files.write(folder.resolve("program"), built);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            return program;
        }
        Path program = GoToolchain.find()
                .orElseThrow(() -> new IOException("no Go toolchain"))
                .build(beside, source, folder);
        BUILT.put(source, Files.readAllBytes(program));
        return program;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Lets the program run one iteration. */
    public GoReply ask(String request) throws IOException {
        requests.write(request);
        requests.newLine();
        requests.flush();
        String reply = replies.readLine();
        if (reply == null) {
            throw new IOException("the Go process has ended");
        }
        return GoReply.of(reply);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
