package dev.ropewalk.pipeline;

/** An event of the proofs. */
final class Word {
    long value;
}
