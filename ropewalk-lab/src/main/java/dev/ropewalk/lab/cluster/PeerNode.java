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

    /** Starts a process, and returns when it is a node of the cluster. */
    static PeerNode start(String contender, Load load, String seed) throws IOException {
        var arguments = new ArrayList<>(List.of(contender, seed));
        arguments.addAll(load.words());
        PeerProcess process = PeerProcess.start(Peer.class, arguments);
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

    /** Kills the process, and returns when it has ended. */
    void kill() {
        process.close();
    }

    @Override
    public void close() {
        kill();
    }
}
