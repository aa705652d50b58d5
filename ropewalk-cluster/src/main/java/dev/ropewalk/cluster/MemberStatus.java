package dev.ropewalk.cluster;

/** How far a {@link Member} has come. Nodes that have left, or were removed because they didn't answer, are members no more. */
public enum MemberStatus {
    /** It isn't known by all others yet. */
    JOINING,
    /** It takes part. */
    UP,
    /** It is about to leave: its entities move to others. */
    LEAVING
}
