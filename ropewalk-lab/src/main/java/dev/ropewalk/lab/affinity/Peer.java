package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.peer.PeerProcess;
import dev.ropewalk.lab.peer.PeerRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * The main class of a second process. It gets requests from standard input, a line each, and answers on standard output. When
 * the first process is gone, so is this one.
 */
final class Peer {
    /** Asks for the other side of a ping-pong. */
    static final String ECHO = "echo";
    /** Asks for a log of the load's size, which stays open. */
    static final String FILL = "fill";
    /** Asks for one more entry in a log, which stays open. */
    static final String ONE_MORE = "one-more";

    static final String READY = "ready";
    static final String DONE = "done";

    private final PeerRequests requests;
    private final Party party;
    private final Load load;

    private Peer(PeerRequests requests, Party party, Load load) {
        this.requests = requests;
        this.party = party;
        this.load = load;
    }

    /**
     * Runs the process.
     *
     * @param args the contender, and the words of the load
     */
    static void main(String[] args) throws Exception {
        PeerRequests requests = PeerRequests.open();
        Load load = Load.of(Arrays.asList(args).subList(1, args.length));
        var peer = new Peer(requests, Parties.named(args[0]), load);
        while (true) {
            String[] words = requests.next().split(" ", 2);
            peer.answer(words[0], Path.of(words[1]));
        }
    }

    /** Starts this in a process. */
    static PeerProcess start(Party party, Load load) throws IOException {
        var arguments = new ArrayList<String>();
        arguments.add(party.name());
        arguments.addAll(load.words());
        return PeerProcess.start(Peer.class, arguments);
    }

    /** Returns a request for something in a directory. */
    static String in(Path directory, String request) {
        return request + " " + directory;
    }

    private void answer(String request, Path directory) throws Exception {
        switch (request) {
            case ECHO -> echo(directory);
            case FILL -> append(directory, RecoveryTrial.entries(load));
            case ONE_MORE -> append(directory, 1);
            default -> throw new IllegalArgumentException("no request " + request);
        }
        requests.reply(DONE);
    }

    private void echo(Path directory) throws Exception {
        try (Transport transport = party.transport(directory, load, false)) {
            Duo.run(Placement.of(load.setup()).second(), () -> {
                Duo.Leg leg = PingPong.echo(transport).open();
                requests.reply(READY);
                return leg;
            });
        }
    }

    /** Leaves log and writer open: this process is about to be killed. */
    private void append(Path directory, long entries) throws Exception {
        Log.Writer writer = party.log(directory, load).writer();
        var entry = new byte[load.bytes()];
        for (long number = 0; number < entries; number++) {
            Message.number(entry, number);
            writer.append(entry);
        }
    }
}
