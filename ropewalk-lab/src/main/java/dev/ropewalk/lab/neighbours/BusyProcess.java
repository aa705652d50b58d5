package dev.ropewalk.lab.neighbours;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A {@link BusyLoop}, seen from the process that started it. It rests until it is asked to burn. Used by one thread. */
final class BusyProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    private BusyProcess(Process process) {
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        replies = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a process: a JVM as small as can be, whose compiler and collector have nothing to do beside the loop. */
    static BusyProcess start() throws IOException {
        var builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx16m",
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                BusyLoop.class.getName()));
        return new BusyProcess(
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Asks it to burn CPU. */
    void askToBurn() throws IOException {
        ask(BusyLoop.BURN);
    }

    /** Waits until it has burnt some CPU time. */
    void awaitBusy() throws IOException {
        String answer = answer();
        if (!answer.equals(BusyLoop.BUSY)) {
            throw new IOException("a neighbour should be busy, but says '" + answer + "'");
        }
    }

    /** Asks it to rest. */
    void askToRest() throws IOException {
        ask(BusyLoop.REST);
    }

    /** Waits until it rests; returns how many nanoseconds of CPU time it has burnt since it was asked to. */
    long awaitRest() throws IOException {
        return Long.parseLong(answer());
    }

    private void ask(String request) throws IOException {
        requests.write(request);
        requests.newLine();
        requests.flush();
    }

    private String answer() throws IOException {
        String line = replies.readLine();
        if (line == null) {
            throw new IOException("a neighbour has ended");
        }
        return line;
    }

    /** Returns the operating system's process. */
    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Kills the process, and returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
