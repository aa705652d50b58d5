package dev.ropewalk.channel.core;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.Kind;
import dev.ropewalk.channel.RealParty;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.channel.SelectStep;
import dev.ropewalk.channel.Subject;
import dev.ropewalk.channel.Words;
import java.util.ArrayList;
import java.util.List;

/** Plays histories of two channels and selects between them. */
public final class RealPair implements Subject<SelectStep> {
    private final List<Integer> undeliveredOne = new ArrayList<>();
    private final List<Integer> undeliveredTwo = new ArrayList<>();
    private final Channel<Integer> one;
    private final Channel<Integer> two;
    private final List<RealParty> parties = new ArrayList<>();
    private int element;

    public RealPair(Kind kind) {
        one = kind.open(undeliveredOne::add);
        two = kind.open(undeliveredTwo::add);
    }

    @Override
    public String play(SelectStep step) {
        switch (step) {
            case TRY_SEND_ONE -> {
                return Words.of(one.trySendResult(++element));
            }
            case TRY_RECEIVE_ONE -> {
                return Words.of(one.tryReceiveResult());
            }
            case TRY_SEND_TWO -> {
                return Words.of(two.trySendResult(++element));
            }
            case TRY_RECEIVE_TWO -> {
                return Words.of(two.tryReceiveResult());
            }
            case SEND_ONE -> parties.add(RealParty.sending(one, ++element));
            case RECEIVE_TWO -> parties.add(RealParty.receiving(two));
            case SELECT_RECEIVES ->
                select(Select.<String>inOrder().receiveResult(one, Words::of).receiveResult(two, Words::of));
            case SELECT_SENDS ->
                select(Select.<String>inOrder()
                        .sendResult(one, this::next, Words::of)
                        .sendResult(two, this::next, Words::of));
            case SELECT_RECEIVE_ONE_SEND_TWO ->
                select(Select.<String>inOrder().receiveResult(one, Words::of).sendResult(two, this::next, Words::of));
            case SELECT_RECEIVE_TWO_SEND_ONE ->
                select(Select.<String>inOrder().receiveResult(two, Words::of).sendResult(one, this::next, Words::of));
            case SELECT_SELF ->
                select(Select.<String>inOrder().receiveResult(one, Words::of).sendResult(one, this::next, Words::of));
            case CANCEL_FIRST -> {
                return !parties.isEmpty() && parties.getFirst().cancel() ? "cancelled" : "too late";
            }
            case CANCEL_LAST -> {
                return !parties.isEmpty() && parties.getLast().cancel() ? "cancelled" : "too late";
            }
            case CLOSE_ONE -> one.close();
            case FAIL_TWO -> two.fail(new IllegalStateException("on purpose", null));
        }
        return "";
    }

    private int next() {
        return ++element;
    }

    private void select(SelectBuilder<String> builder) {
        parties.add(RealParty.selecting(builder.build()));
    }

    @Override
    public String summary() {
        List<String> outcomes =
                parties.stream().map(party -> String.valueOf(party.outcome())).toList();
        return stats(one) + stats(two) + outcomes + undeliveredOne + undeliveredTwo;
    }

    /** Tells the statistics, and of clauses that were left behind in a queue, which don't count there. */
    private static String stats(Channel<Integer> channel) {
        ChannelStats stats = channel.stats();
        var core = (LockedChannel<Integer>) channel;
        boolean tidy = core.isNobodyAt(WaitingParties.Side.SENDERS) == (stats.waitingSenders() == 0)
                && core.isNobodyAt(WaitingParties.Side.RECEIVERS) == (stats.waitingReceivers() == 0);
        return tidy ? Words.of(stats) : "clauses left behind";
    }
}
