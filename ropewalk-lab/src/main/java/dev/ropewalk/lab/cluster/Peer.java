package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.peer.PeerRequests;
import java.util.Arrays;
import java.util.Optional;

/** The main class of another node's process: it joins, and answers what it has received until it is told to leave. */
final class Peer {
    /** Begins counting at zero. */
    static final String RESET = "reset";
    /** Asks what has come. */
    static final String SEEN = "seen";
    /** Asks how many messages this node knows to be lost. */
    static final String TOLD = "told";
    /** Asks the node to leave. */
    static final String LEAVE = "leave";

    /** Asks the process to end. There is no answer. */
    static final String END = "end";

    static final String DONE = "done";

    private Peer() {}

    /**
     * Runs the process.
     *
     * @param args the contender, the address of another node, and the words of the load
     */
    static void main(String[] args) throws Exception {
        PeerRequests requests = PeerRequests.open();
        Load load = Load.of(Arrays.asList(args).subList(2, args.length));
        var arrivals = new Arrivals();
        long start = System.nanoTime();
        Member member = Parties.joiner(args[0]).join(load, Optional.of(args[1]), arrivals);
        requests.reply(System.nanoTime() - start + " " + member.address());
        for (String request = requests.next(); !request.equals(END); request = requests.next()) {
            requests.reply(answer(request, member, arrivals));
        }
        System.exit(0); // also if a thread of a contender goes on
    }

    private static String answer(String request, Member member, Arrivals arrivals) {
        return switch (request) {
            case RESET -> {
                arrivals.reset();
                yield DONE;
            }
            case SEEN -> arrivals.seen().text();
            case TOLD -> String.valueOf(member.told());
            case LEAVE -> {
                member.leave();
                yield DONE;
            }
            default -> throw new IllegalArgumentException("no request " + request);
        };
    }
}
