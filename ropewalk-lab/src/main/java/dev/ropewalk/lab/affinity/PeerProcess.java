package dev.ropewalk.lab.affinity;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Peer}, seen from the process that started it. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    private PeerProcess(Process process) {
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        replies = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a process that has this one's flags. */
    static PeerProcess start(Party party, Load load) throws IOException {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm.getInputArguments());
        command.addAll(List.of("-cp", jvm.getClassPath(), Peer.class.getName(), party.name()));
        command.addAll(load.words());
        return new PeerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Asks for something in a directory. */
    void ask(String request, Path directory) throws IOException {
        requests.write(request + " " + directory);
        requests.newLine();
        requests.flush();
    }

    /** Waits for a reply. */
    void await(String reply) throws IOException {
        String line = replies.readLine();
        if (!reply.equals(line)) {
            throw new IOException("the second process should answer '" + reply + "', but "
                    + (line == null ? "has ended" : "answers '" + line + "'"));
        }
    }

    /** Kills the process, and returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
