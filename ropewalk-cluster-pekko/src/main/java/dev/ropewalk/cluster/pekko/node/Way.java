package dev.ropewalk.cluster.pekko.node;

/** Whether a node wants to leave, and how. */
enum Way {
    STAYS,
    LEAVES,
    LEAVES_NOW,
    /** It doesn't: its engine is stopped, because others have removed it or it couldn't join. */
    STOPS;

    static final String LEFT = "it has left";

    /** Returns why a node that goes this way is no member any more; something else if it wanted to stay. */
    String reasonOr(String otherwise) {
        return switch (this) {
            case STAYS, STOPS -> otherwise;
            case LEAVES -> LEFT;
            case LEAVES_NOW -> "it has left at once";
        };
    }
}
