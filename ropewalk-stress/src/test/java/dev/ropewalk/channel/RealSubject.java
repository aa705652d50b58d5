package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;

/** Plays histories with a channel. */
final class RealSubject implements Subject<ChannelStep> {
    private final List<Integer> undelivered = new ArrayList<>();
    private final Channel<Integer> channel;
    private final List<RealParty> parties = new ArrayList<>();
    private int element;

    RealSubject(Kind kind) {
        channel = kind.open(undelivered::add);
    }

    @Override
    public String play(ChannelStep step) {
        return switch (step) {
            case TRY_SEND -> Words.of(channel.trySendResult(++element));
            case TRY_RECEIVE -> Words.of(channel.tryReceiveResult());
            case SEND -> {
                parties.add(RealParty.sending(channel, ++element));
                yield "";
            }
            case RECEIVE -> {
                parties.add(RealParty.receiving(channel));
                yield "";
            }
            case CANCEL_FIRST -> parties.isEmpty() ? "" : cancel(parties.getFirst());
            case CANCEL_LAST -> parties.isEmpty() ? "" : cancel(parties.getLast());
            case DRAIN -> Words.ofDrain(channel, 2);
            case CLOSE -> {
                channel.close();
                yield "";
            }
            case FAIL -> {
                channel.fail(new IllegalStateException("on purpose", null));
                yield "";
            }
        };
    }

    private static String cancel(RealParty party) {
        return party.cancel() ? "cancelled" : "too late";
    }

    @Override
    public String summary() {
        List<String> outcomes =
                parties.stream().map(party -> String.valueOf(party.outcome())).toList();
        return Words.of(channel.stats()) + outcomes + undelivered;
    }
}
