package dev.ropewalk.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What {@link ModelledSelect} has to do. A select gets in each line in turn, until its outcome is known. */
public final class SelectSpecification {
    private static final int MAX_THREADS = 8;

    private final SpecifiedChannel one = new SpecifiedChannel(Kind.RENDEZVOUS);
    private final SpecifiedChannel two = new SpecifiedChannel(Kind.BUFFERED_1);
    private final @Nullable SpecifiedParty[] waiting = new @Nullable SpecifiedParty[MAX_THREADS];

    public String trySendOne(int element) {
        return one.trySend(element);
    }

    public String tryReceiveOne() {
        return one.tryReceive();
    }

    public String trySendTwo(int element) {
        return two.trySend(element);
    }

    public String tryReceiveTwo() {
        return two.tryReceive();
    }

    public void selectReceives(int thread) {
        select(thread, one::receive, two::receive);
    }

    public void selectReceiveOneSendTwo(int thread, int element) {
        select(thread, one::receive, party -> two.send(party, element));
    }

    public void selectReceiveTwoSendOne(int thread, int element) {
        select(thread, two::receive, party -> one.send(party, element));
    }

    private void select(int thread, Consumer<SpecifiedParty> first, Consumer<SpecifiedParty> second) {
        if (waiting[thread] == null) {
            SpecifiedParty party = new SpecifiedParty();
            waiting[thread] = party;
            first.accept(party);
            if (party.isWaiting()) {
                second.accept(party);
            }
        }
    }

    public @Nullable String giveUp(int thread) {
        SpecifiedParty party = waiting[thread];
        waiting[thread] = null;
        return party == null || party.cancel() ? null : party.outcome;
    }

    public void closeOne() {
        one.close();
    }
}
