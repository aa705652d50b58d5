package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;

/** Plays histories of two channels and selects between them with the specification. A select gets in each line in turn. */
final class SpecifiedPair implements Subject<SelectStep> {
    private final SpecifiedChannel one;
    private final SpecifiedChannel two;
    private final List<SpecifiedParty> parties = new ArrayList<>();
    private int element;

    SpecifiedPair(Kind kind) {
        one = new SpecifiedChannel(kind);
        two = new SpecifiedChannel(kind);
    }

    @Override
    public String play(SelectStep step) {
        switch (step) {
            case TRY_SEND_ONE -> {
                return one.trySend(++element);
            }
            case TRY_RECEIVE_ONE -> {
                return one.tryReceive();
            }
            case TRY_SEND_TWO -> {
                return two.trySend(++element);
            }
            case TRY_RECEIVE_TWO -> {
                return two.tryReceive();
            }
            case SEND_ONE -> one.send(newParty(), ++element);
            case RECEIVE_TWO -> two.receive(newParty());
            case SELECT_RECEIVES -> {
                SpecifiedParty party = newParty();
                receive(one, party);
                receive(two, party);
            }
            case SELECT_SENDS -> {
                SpecifiedParty party = newParty();
                send(one, party);
                send(two, party);
            }
            case SELECT_RECEIVE_ONE_SEND_TWO -> {
                SpecifiedParty party = newParty();
                receive(one, party);
                send(two, party);
            }
            case SELECT_RECEIVE_TWO_SEND_ONE -> {
                SpecifiedParty party = newParty();
                receive(two, party);
                send(one, party);
            }
            case SELECT_SELF -> {
                SpecifiedParty party = newParty();
                receive(one, party);
                send(one, party);
            }
            case CANCEL_FIRST -> {
                return !parties.isEmpty() && parties.getFirst().cancel() ? "cancelled" : "too late";
            }
            case CANCEL_LAST -> {
                return !parties.isEmpty() && parties.getLast().cancel() ? "cancelled" : "too late";
            }
            case CLOSE_ONE -> one.close();
            case FAIL_TWO -> two.fail();
        }
        return "";
    }

    private static void receive(SpecifiedChannel from, SpecifiedParty party) {
        if (party.isWaiting()) {
            from.receive(party);
        }
    }

    private void send(SpecifiedChannel to, SpecifiedParty party) {
        element++;
        if (party.isWaiting()) {
            to.send(party, element);
        }
    }

    private SpecifiedParty newParty() {
        var party = new SpecifiedParty();
        parties.add(party);
        return party;
    }

    @Override
    public String summary() {
        List<String> outcomes =
                parties.stream().map(party -> String.valueOf(party.outcome)).toList();
        return one.stats() + two.stats() + outcomes + one.undelivered() + two.undelivered();
    }
}
