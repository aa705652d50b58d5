package dev.ropewalk.flow.chain;

/** What pushes elements into a row of stages. Any thread may call its methods. */
public interface Head {
    /**
     * Subscribes to the publishers that stand in front of this, in the thread that subscribes to the flow: what they publish after
     * that isn't missed. Called once; other methods may have been called before.
     */
    void connect();

    /** Begins to push. Called once, after {@link #connect}. */
    void open();

    /** Says that more may be wanted than before. */
    void resume();

    /** Says that nothing is wanted any more. Nothing is told after that. */
    void cancel();

    /** Ends the row with a failure, because a number of elements was requested that isn't above zero. */
    void refuse(long elements);

    /** Returns whether this pushes in the threads that call it, and only there. */
    boolean isRunByCallers();
}
