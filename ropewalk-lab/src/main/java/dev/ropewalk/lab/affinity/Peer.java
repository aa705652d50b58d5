package dev.ropewalk.lab.affinity;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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

    private final PrintStream replies =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final Party party;
    private final Load load;

    private Peer(Party party, Load load) {
        this.party = party;
        this.load = load;
    }

    /**
     * Runs the process.
     *
     * @param args the contender, and the words of the load
     */
    static void main(String[] args) throws Exception {
        System.setOut(System.err);
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("lab-requests").start(() -> read(requests));
        var peer = new Peer(Parties.named(args[0]), Load.of(Arrays.asList(args).subList(1, args.length)));
        while (true) {
            String[] words = requests.take().split(" ", 2);
            peer.answer(words[0], Path.of(words[1]));
        }
    }

    private static void read(BlockingQueue<String> requests) {
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.add(line);
            }
        } catch (IOException e) {
            // A broken pipe means the same as its end.
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private void answer(String request, Path directory) throws Exception {
        switch (request) {
            case ECHO -> echo(directory);
            case FILL -> append(directory, RecoveryTrial.entries(load));
            case ONE_MORE -> append(directory, 1);
            default -> throw new IllegalArgumentException("no request " + request);
        }
        replies.println(DONE);
    }

    private void echo(Path directory) throws Exception {
        try (Transport transport = party.transport(directory, load, false)) {
            Duo.run(Placement.of(load.setup()).second(), () -> {
                Duo.Leg leg = PingPong.echo(transport).open();
                replies.println(READY);
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
