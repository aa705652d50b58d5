package dev.ropewalk.channel;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/**
 * A channel as Lincheck uses it. A thread has one callback at a time waiting in the channel, and ends the wait by giving up or by
 * taking what has come of it.
 */
public abstract class ModelledChannel {
    private static final int MAX_THREADS = 8;

    private final Channel<Integer> channel;
    private final @Nullable RealParty[] waiting = new @Nullable RealParty[MAX_THREADS];

    ModelledChannel(Kind kind) {
        channel = kind.open(element -> {});
    }

    @Operation
    public String trySend(int element) {
        return Words.of(channel.trySendResult(element));
    }

    @Operation
    public String tryReceive() {
        return Words.of(channel.tryReceiveResult());
    }

    @Operation
    public boolean send(@Param(gen = ThreadIdGen.class) int thread, int element) {
        boolean free = waiting[thread] == null;
        if (free) {
            waiting[thread] = RealParty.sending(channel, element);
        }
        return free;
    }

    @Operation
    public boolean receive(@Param(gen = ThreadIdGen.class) int thread) {
        boolean free = waiting[thread] == null;
        if (free) {
            waiting[thread] = RealParty.receiving(channel);
        }
        return free;
    }

    @Operation
    public @Nullable String giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        RealParty party = waiting[thread];
        waiting[thread] = null;
        return party == null ? null : party.cancelOrAwait();
    }

    @Operation
    public String drain() {
        return Words.ofDrain(channel, 2);
    }

    @Operation
    public void close() {
        channel.close();
    }

    @Operation
    public void fail() {
        channel.fail(new IllegalStateException("on purpose"));
    }

    @Operation
    public String stats() {
        return Words.of(channel.stats());
    }

    public static final class Rendezvous extends ModelledChannel {
        public Rendezvous() {
            super(Kind.RENDEZVOUS);
        }
    }

    public static final class Buffered1 extends ModelledChannel {
        public Buffered1() {
            super(Kind.BUFFERED_1);
        }
    }

    public static final class Buffered2 extends ModelledChannel {
        public Buffered2() {
            super(Kind.BUFFERED_2);
        }
    }

    public static final class Unlimited extends ModelledChannel {
        public Unlimited() {
            super(Kind.UNLIMITED);
        }
    }

    public static final class Conflated extends ModelledChannel {
        public Conflated() {
            super(Kind.CONFLATED);
        }
    }

    public static final class DropOldest2 extends ModelledChannel {
        public DropOldest2() {
            super(Kind.DROP_OLDEST_2);
        }
    }

    public static final class DropNewest2 extends ModelledChannel {
        public DropNewest2() {
            super(Kind.DROP_NEWEST_2);
        }
    }
}
