package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a channel does, said as simply as possible: who comes gets in line, and then what is in the channel moves on until it
 * can't. To try is to get in line and to leave it again. One thread only.
 */
final class SpecifiedChannel {
    private record Sending(SpecifiedParty party, int element) {}

    private final Kind kind;
    private final List<Sending> senders = new ArrayList<>();
    private final List<SpecifiedParty> receivers = new ArrayList<>();
    private final List<Integer> buffer = new ArrayList<>();
    private final List<Integer> undelivered = new ArrayList<>();
    private @Nullable String end;
    private int sends;
    private int receives;

    SpecifiedChannel(Kind kind) {
        this.kind = kind;
    }

    /** Puts a party in the line of the senders; it may be in others, too. */
    void send(SpecifiedParty party, int element) {
        if (end != null) {
            party.decide(end);
        } else {
            senders.add(new Sending(party, element));
            settle();
        }
    }

    /** Puts a party in the line of the receivers; it may be in others, too. */
    void receive(SpecifiedParty party) {
        receivers.add(party);
        settle();
    }

    String trySend(int element) {
        var party = new SpecifiedParty();
        send(party, element);
        return party.outcome == null ? leave(party, "full") : party.outcome;
    }

    String tryReceive() {
        var party = new SpecifiedParty();
        receive(party);
        return party.outcome == null ? leave(party, "empty") : party.outcome;
    }

    private static String leave(SpecifiedParty party, String why) {
        party.decide(why);
        return why;
    }

    String drain(int most) {
        String outcome = tryReceive();
        if (!outcome.startsWith("got")) {
            return outcome;
        }
        var all = new StringBuilder(outcome);
        for (int i = 1; i < most; i++) {
            String next = tryReceive();
            if (next.startsWith("got")) {
                all.append(next.substring(3));
            }
        }
        return all.toString();
    }

    void close() {
        if (end == null) {
            end = "closed";
            settle();
        }
    }

    void fail() {
        if (end == null) {
            end = "failed";
            undelivered.addAll(buffer);
            buffer.clear();
            waiting().forEach(party -> party.decide("failed"));
        }
    }

    private List<SpecifiedParty> waiting() {
        leaveAllDecided();
        List<SpecifiedParty> all = new ArrayList<>(receivers);
        senders.forEach(sending -> all.add(sending.party));
        return all.stream().distinct().toList();
    }

    private void leaveAllDecided() {
        receivers.removeIf(party -> !party.isWaiting());
        senders.removeIf(sending -> !sending.party.isWaiting());
    }

    private void settle() {
        do {
            leaveAllDecided();
        } while (deliver() || admit() || pair() || drop() || turnAway());
    }

    private boolean deliver() {
        if (buffer.isEmpty() || receivers.isEmpty()) {
            return false;
        }
        receivers.getFirst().decide("got " + buffer.removeFirst());
        receives++;
        return true;
    }

    private boolean admit() {
        if (senders.isEmpty() || buffer.size() >= kind.capacity) {
            return false;
        }
        buffer.add(sent(senders.getFirst()));
        return true;
    }

    /** Without a buffer, two parties exchange directly; a select doesn't exchange with itself. */
    private boolean pair() {
        if (kind.capacity > 0) {
            return false;
        }
        for (Sending sending : senders) {
            for (SpecifiedParty receiver : receivers) {
                if (sending.party != receiver) {
                    receiver.decide("got " + sent(sending));
                    receives++;
                    return true;
                }
            }
        }
        return false;
    }

    private boolean drop() {
        if (senders.isEmpty() || (!kind.dropsOldest && !kind.dropsNewest)) {
            return false;
        }
        int latest = sent(senders.getFirst());
        if (kind.dropsOldest) {
            undelivered.add(buffer.removeFirst());
            buffer.add(latest);
        } else {
            undelivered.add(latest);
        }
        return true;
    }

    private int sent(Sending sending) {
        sending.party.decide("sent");
        sends++;
        return sending.element;
    }

    /** A receiver has nothing to hope for in a channel that has ended, unless somebody else still waits to send. */
    private boolean turnAway() {
        if (end == null || receivers.isEmpty()) {
            return false;
        }
        receivers.getFirst().decide(end);
        return true;
    }

    List<Integer> undelivered() {
        return undelivered;
    }

    String stats() {
        leaveAllDecided();
        return Words.stats(
                buffer.size(), sends, receives, undelivered.size(), senders.size(), receivers.size(), end != null);
    }
}
