package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Parties that send or receive all that there is, one element after the other. */
final class Streams {
    private Streams() {}

    /** Sends 0 .. count - 1 and closes the channel; the outcome is how many were sent. */
    static Operation<Integer> sendAll(Parties parties, Party party, Channel<Integer> channel, int count) {
        if (party == Party.CALLBACK) {
            return Operation.asCallback(done -> sendFrom(parties, channel, 0, count, done));
        }
        return parties.run(party, () -> {
            for (int i = 0; i < count; i++) {
                channel.send(i);
            }
            channel.close();
            return count;
        });
    }

    private static PendingOperation sendFrom(
            Parties parties, Channel<Integer> channel, int from, int count, Consumer<Integer> done) {
        return channel.sendAsync(from, parties.strand(), result -> {
            if (!result.isSent() || from + 1 == count) {
                channel.close();
                done.accept(result.isSent() ? from + 1 : from);
            } else {
                sendFrom(parties, channel, from + 1, count, done);
            }
        });
    }

    /** Receives until the channel is closed and empty. */
    static Operation<List<Integer>> receiveAll(Parties parties, Party party, Channel<Integer> channel) {
        if (party == Party.CALLBACK) {
            return Operation.asCallback(done -> receiveInto(new ArrayList<>(), parties, channel, done));
        }
        return parties.run(party, () -> {
            List<Integer> received = new ArrayList<>();
            channel.forEach(received::add);
            return received;
        });
    }

    private static PendingOperation receiveInto(
            List<Integer> received, Parties parties, Channel<Integer> channel, Consumer<List<Integer>> done) {
        return channel.receiveAsync(parties.strand(), result -> {
            if (result instanceof ReceiveResult.Received<Integer>(Integer element)) {
                received.add(element);
                receiveInto(received, parties, channel, done);
            } else {
                done.accept(received);
            }
        });
    }
}
