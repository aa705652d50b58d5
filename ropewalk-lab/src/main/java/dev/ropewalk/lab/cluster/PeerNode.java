package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.peer.PeerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A node in a process of its own, seen from the first node's. Used by one thread. */
final class PeerNode implements AutoCloseable {
    private final PeerProcess process;
    private final long joinNanos;
    private final String address;

    private PeerNode(PeerProcess process, long joinNanos, String address) {
        this.process = process;
        this.joinNanos = joinNanos;
        this.address = address;
    }

    /**
     * Starts a process, and returns when it is a node of the cluster.
     *
     * @param flags of its JVM, beside those of this one
     */
    static PeerNode start(List<String> flags, String contender, Load load, String seed) throws IOException {
        var arguments = new ArrayList<>(List.of(contender, seed));
        arguments.addAll(load.words());
        PeerProcess process = PeerProcess.start(flags, Peer.class, arguments);
        try {
            String[] words = process.reply().split(" ", 2);
            return new PeerNode(process, Long.parseLong(words[0]), words[1]);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    /** Returns how long its process took to become a node. */
    long joinNanos() {
        return joinNanos;
    }

    String address() {
        return address;
    }

    void reset() throws IOException {
        process.ask(Peer.RESET);
        process.await(Peer.DONE);
    }

    Arrivals.Seen seen() throws IOException {
        process.ask(Peer.SEEN);
        return Arrivals.Seen.of(process.reply());
    }

    long told() throws IOException {
        process.ask(Peer.TOLD);
        return Long.parseLong(process.reply());
    }

    /** Has it leave, and returns when it has left. */
    void leave() throws IOException {
        process.ask(Peer.LEAVE);
        process.await(Peer.DONE);
    }

    /** Has the process end as a program does, and returns when it has. */
    void end() throws IOException, InterruptedException {
        process.ask(Peer.END);
        int status = process.awaitEnd();
        if (status != 0) {
            throw new IOException("the process of a node has ended with status " + status);
        }
    }

    /** Kills the process, and returns when it has ended. */
    void kill() {
        process.close();
    }

    @Override
    public void close() {
        kill();
    }
}
