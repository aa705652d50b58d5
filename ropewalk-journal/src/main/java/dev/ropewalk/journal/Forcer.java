package dev.ropewalk.journal;

/** Brings bytes of a segment to the disk. An interface so that tests can let it fail. */
@FunctionalInterface
interface Forcer {
    /** Returns when the bytes are on the disk; fails with an exception if that isn't certain. */
    void force(Segment segment, long from, long to);

    /** Returns the real one. */
    static Forcer ofMappings() {
        return (segment, from, to) -> segment.memory.asSlice(from, to - from).force();
    }
}
