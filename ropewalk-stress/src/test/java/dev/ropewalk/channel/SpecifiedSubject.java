package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;

/** Plays histories with the specification. */
final class SpecifiedSubject implements Subject<ChannelStep> {
    private final SpecifiedChannel channel;
    private final List<SpecifiedParty> parties = new ArrayList<>();
    private int element;

    SpecifiedSubject(Kind kind) {
        channel = new SpecifiedChannel(kind);
    }

    @Override
    public String play(ChannelStep step) {
        return switch (step) {
            case TRY_SEND -> channel.trySend(++element);
            case TRY_RECEIVE -> channel.tryReceive();
            case SEND -> {
                channel.send(newParty(), ++element);
                yield "";
            }
            case RECEIVE -> {
                channel.receive(newParty());
                yield "";
            }
            case CANCEL_FIRST -> parties.isEmpty() ? "" : cancel(parties.getFirst());
            case CANCEL_LAST -> parties.isEmpty() ? "" : cancel(parties.getLast());
            case DRAIN -> channel.drain(2);
            case CLOSE -> {
                channel.close();
                yield "";
            }
            case FAIL -> {
                channel.fail();
                yield "";
            }
        };
    }

    private SpecifiedParty newParty() {
        var party = new SpecifiedParty();
        parties.add(party);
        return party;
    }

    private static String cancel(SpecifiedParty party) {
        return party.cancel() ? "cancelled" : "too late";
    }

    @Override
    public String summary() {
        List<String> outcomes =
                parties.stream().map(party -> String.valueOf(party.outcome)).toList();
        return channel.stats() + outcomes + channel.undelivered();
    }
}
