package dev.ropewalk.pipeline;

/** An event of the proofs. */
public final class Word {
    public long value;
}
