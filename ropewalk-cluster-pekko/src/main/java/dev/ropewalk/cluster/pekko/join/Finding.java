package dev.ropewalk.cluster.pekko.join;

/**
 * What a connection to an address has shown.
 *
 * @param kind what follows from it
 * @param text in words, after the address
 */
record Finding(Kind kind, String text) {
    /** What follows from a finding. */
    enum Kind {
        /** No process is there that could be a member. */
        ABSENT,
        /** Connections are taken, and stay open: a node may be asked. */
        TAKES,
        /** Nobody can tell: what doesn't answer may be a member. */
        UNKNOWN
    }

    static Finding absent(String text) {
        return new Finding(Kind.ABSENT, text);
    }

    static Finding takes(String text) {
        return new Finding(Kind.TAKES, text);
    }

    static Finding unknown(String text) {
        return new Finding(Kind.UNKNOWN, text);
    }
}
