package dev.ropewalk.pipeline.stage;

/** A producer's claim as the registry knows it. */
public interface RegisteredClaim {
    /**
     * Aborts the open claim of a thread that has ended; returns whether there was one: the caller then {@linkplain
     * ProducerRegistry#tellOfGivenUp tells} the others, without the lock.
     */
    boolean abortIfDead();

    /** Returns whether no thread can open this claim any more, and it isn't open. */
    boolean isForgotten();
}
