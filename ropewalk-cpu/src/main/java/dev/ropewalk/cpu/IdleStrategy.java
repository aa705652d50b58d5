package dev.ropewalk.cpu;

/**
 * What a thread does when it has found no work. An instance keeps the state of one waiting thread and isn't shared.
 *
 * <p>The shape of the interface is from Agrona.
 */
public interface IdleStrategy {
    /**
     * Waits a little, longer each time in a row, if nothing was done.
     *
     * @param workCount how much was done since the last call; above zero ends the idle period
     */
    void idle(int workCount);

    /** Waits a little, longer each time in a row. */
    void idle();

    /** Ends the idle period: the next wait is short again. */
    void reset();
}
