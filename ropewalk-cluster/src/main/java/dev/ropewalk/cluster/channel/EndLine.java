package dev.ropewalk.cluster.channel;

/** The way from a channel to one of its sending ends. */
@FunctionalInterface
interface EndLine {
    /** Tells the state of an account, as it is when that is told. */
    void tell(EndAccount account);
}
