package dev.ropewalk.scheduler.step;

/**
 * What a simulation is told by the code of the models, beside the steps, so that it can judge a run. To tell it is no step: no other party
 * goes first. The code may hold locks meanwhile.
 */
public interface Notes {
    /** Something was opened that its user has to close. */
    void opened(Object resource);

    /** Something that was opened is being closed, or has ended by itself. Without effect if it was told before. */
    void closed(Object resource);

    /** A message, which was sent to a recipient, won't be handled, for a reason. */
    void unhandled(Object message, Object recipient, Object reason);

    /** One more waits somewhere. */
    void grown(Backlog backlog);
}
