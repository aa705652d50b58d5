package dev.ropewalk.lab.peer;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second process, seen from the one that started it. Used by one thread. */
public final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    private PeerProcess(Process process) {
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        replies = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a process that has this one's flags and class path.
     *
     * @param main its main class, which talks by {@link PeerRequests}
     */
    public static PeerProcess start(Class<?> main, List<String> arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /**
     * Starts a process that has this one's flags and class path, and more flags.
     *
     * @param main its main class, which talks by {@link PeerRequests}
     */
    public static PeerProcess start(List<String> flags, Class<?> main, List<String> arguments) throws IOException {
        List<String> command = jvm(flags);
        command.add(main.getName());
        command.addAll(arguments);
        return new PeerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns the command that starts a JVM with this one's flags and class path, and more flags; what follows them is missing. */
    public static List<String> jvm(List<String> flags) {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm.getInputArguments());
        command.addAll(flags);
        command.addAll(List.of("-cp", jvm.getClassPath()));
        return command;
    }

    /** Asks for something. */
    public void ask(String request) throws IOException {
        requests.write(request);
        requests.newLine();
        requests.flush();
    }

    /** Waits for a reply, and returns it. */
    public String reply() throws IOException {
        String line = replies.readLine();
        if (line == null) {
            throw new IOException("the second process has ended instead of answering");
        }
        return line;
    }

    /** Waits for this reply. */
    public void await(String reply) throws IOException {
        String line = reply();
        if (!reply.equals(line)) {
            throw new IOException("the second process should answer '" + reply + "', but answers '" + line + "'");
        }
    }

    /** Waits until the process ends by itself, and returns its exit status. */
    public int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** Kills the process, and returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
