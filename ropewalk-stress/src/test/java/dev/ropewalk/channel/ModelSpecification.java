package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/** What {@link ModelledChannel} has to do. */
public abstract class ModelSpecification {
    private static final int MAX_THREADS = 8;

    private final SpecifiedChannel channel;
    private final @Nullable SpecifiedParty[] waiting = new @Nullable SpecifiedParty[MAX_THREADS];

    ModelSpecification(Kind kind) {
        channel = new SpecifiedChannel(kind);
    }

    public String trySend(int element) {
        return channel.trySend(element);
    }

    public String tryReceive() {
        return channel.tryReceive();
    }

    public boolean send(int thread, int element) {
        boolean free = waiting[thread] == null;
        if (free) {
            SpecifiedParty party = new SpecifiedParty();
            waiting[thread] = party;
            channel.send(party, element);
        }
        return free;
    }

    public boolean receive(int thread) {
        boolean free = waiting[thread] == null;
        if (free) {
            SpecifiedParty party = new SpecifiedParty();
            waiting[thread] = party;
            channel.receive(party);
        }
        return free;
    }

    public @Nullable String giveUp(int thread) {
        SpecifiedParty party = waiting[thread];
        waiting[thread] = null;
        return party == null || party.cancel() ? null : party.outcome;
    }

    public String drain() {
        return channel.drain(2);
    }

    public void close() {
        channel.close();
    }

    public void fail() {
        channel.fail();
    }

    public String stats() {
        return channel.stats();
    }

    public static final class Rendezvous extends ModelSpecification {
        public Rendezvous() {
            super(Kind.RENDEZVOUS);
        }
    }

    public static final class Buffered1 extends ModelSpecification {
        public Buffered1() {
            super(Kind.BUFFERED_1);
        }
    }

    public static final class Buffered2 extends ModelSpecification {
        public Buffered2() {
            super(Kind.BUFFERED_2);
        }
    }

    public static final class Unlimited extends ModelSpecification {
        public Unlimited() {
            super(Kind.UNLIMITED);
        }
    }

    public static final class Conflated extends ModelSpecification {
        public Conflated() {
            super(Kind.CONFLATED);
        }
    }

    public static final class DropOldest2 extends ModelSpecification {
        public DropOldest2() {
            super(Kind.DROP_OLDEST_2);
        }
    }

    public static final class DropNewest2 extends ModelSpecification {
        public DropNewest2() {
            super(Kind.DROP_NEWEST_2);
        }
    }
}
