package dev.ropewalk.journal;

import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A small JVM that starts fast. What it says goes to a file. It ends itself when this process ends, if it reads its input. */
public final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final boolean forks;
    private final Path log;

    private ChildJvm(Process process, boolean forks, Path log) {
        this.process = process;
        this.forks = forks;
        this.log = log;
    }

    /** Starts a main class with arguments and JVM options; the command before it may be one that makes a namespace by {@code --fork}, or empty. */
    public static ChildJvm start(List<String> before, Path log, List<String> options, List<String> main) {
        List<String> command = new ArrayList<>(before);
        command.addAll(ChildImage.java());
        command.addAll(options);
        command.addAll(main);
        try {
            return new ChildJvm(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start(),
                    before.contains("--fork"),
                    log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Returns the JVM's process; waits for it where another one forks it, which leaves it alive if killed too early. */
    private ProcessHandle jvm() {
        if (forks) {
            Await.until("there is a JVM to signal", () -> !process.isAlive() || child().isPresent());
        }
        return child().orElse(process.toHandle());
    }

    private Optional<ProcessHandle> child() {
        return forks ? process.children().findFirst() : Optional.empty();
    }

    /** Sends SIGKILL, and doesn't wait. A process that made a namespace for it ends after it. */
    public void kill() {
        jvm().destroyForcibly();
    }

    /** Sends a signal, such as STOP. */
    void signal(String name) {
        Commands.run(List.of("kill", "-" + name, Long.toString(jvm().pid())));
    }

    /** Waits for its end and returns its exit code: 137 if it was killed. */
    public int exitCode() {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("process " + pid() + " doesn't end: " + said());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns what it wrote to its output. */
    public String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it and waits until it is gone. */
    @Override
    public void close() {
        kill();
        exitCode();
    }
}
