package dev.ropewalk.sim.engine;

import org.jspecify.annotations.Nullable;

/** The steps that a run has taken: how many, summed up in a hash, and taken down if that is wanted. */
final class StepTrail {
    private final @Nullable StepLog log;
    private long steps;
    private long hash;

    StepTrail(@Nullable StepLog log) {
        this.log = log;
    }

    /** Returns whether the steps are taken down. */
    boolean isLogged() {
        return log != null;
    }

    /** A party, whose code runs, has announced a step on a resource. */
    void announced(Party party, Object resource) {
        if (log != null) {
            log.nameResource(party.number, party.resource, resource);
        }
    }

    /** A party takes the step that it has announced, at a moment of virtual time in nanoseconds. */
    @SuppressWarnings("EnumOrdinal") // hashes are compared within one version
    void add(Party party, long now) {
        party.steps++;
        steps++;
        hash = mix(hash, party.number, party.kind.ordinal(), party.resource);
        if (log != null) {
            if (party.steps == 1) {
                log.nameParty(party.number, party);
            }
            Object message = party.message();
            if (message != null) {
                log.nameMessage(message);
            }
            log.add(party.number, party.kind, party.resource, now);
        }
    }

    private static long mix(long hash, int party, int kind, int resource) {
        long mixed =
                (hash ^ ((long) party << 32 | (resource & 0xFFFF_FFFFL)) ^ (long) kind << 56) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    /** Returns how many steps were taken. A guess if it is called by another thread. */
    long steps() {
        return steps;
    }

    /** Returns the sum of the steps: two runs with the same steps have the same. */
    long hash() {
        return hash;
    }
}
