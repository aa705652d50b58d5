package dev.ropewalk.channel;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** Two channels and selects between them, as Lincheck uses them. A thread has one select at a time. */
public final class ModelledSelect {
    private static final int MAX_THREADS = 8;

    private final Channel<Integer> one = Channel.rendezvous();
    private final Channel<Integer> two = Channel.buffered(1);
    private final @Nullable RealParty[] waiting = new @Nullable RealParty[MAX_THREADS];

    @Operation
    public String trySendOne(int element) {
        return Words.of(one.trySendResult(element));
    }

    @Operation
    public String tryReceiveOne() {
        return Words.of(one.tryReceiveResult());
    }

    @Operation
    public String trySendTwo(int element) {
        return Words.of(two.trySendResult(element));
    }

    @Operation
    public String tryReceiveTwo() {
        return Words.of(two.tryReceiveResult());
    }

    @Operation
    public void selectReceives(@Param(gen = ThreadIdGen.class) int thread) {
        if (waiting[thread] == null) {
            waiting[thread] = RealParty.selecting(Select.<String>inOrder()
                    .receiveResult(one, Words::of)
                    .receiveResult(two, Words::of)
                    .build());
        }
    }

    @Operation
    public void selectReceiveOneSendTwo(@Param(gen = ThreadIdGen.class) int thread, int element) {
        if (waiting[thread] == null) {
            waiting[thread] = RealParty.selecting(Select.<String>inOrder()
                    .receiveResult(one, Words::of)
                    .sendResult(two, () -> element, Words::of)
                    .build());
        }
    }

    @Operation
    public void selectReceiveTwoSendOne(@Param(gen = ThreadIdGen.class) int thread, int element) {
        if (waiting[thread] == null) {
            waiting[thread] = RealParty.selecting(Select.<String>inOrder()
                    .receiveResult(two, Words::of)
                    .sendResult(one, () -> element, Words::of)
                    .build());
        }
    }

    @Operation
    public @Nullable String giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        RealParty party = waiting[thread];
        waiting[thread] = null;
        return party == null ? null : party.cancelOrAwait();
    }

    @Operation
    public void closeOne() {
        one.close();
    }
}
