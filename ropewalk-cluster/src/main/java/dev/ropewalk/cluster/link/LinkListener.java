package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.MessageLoss;
import java.nio.ByteBuffer;

/**
 * What a {@link Link} tells its owner, one call at a time, each of which sees what was done in those before. A call comes from a worker of the scheduler, or from the thread that has brought a frame to {@link Link#received}. So
 * none may wait for anything. What a method throws is logged, and changes nothing: a message counts as received, a control record as handled, a loss as told.
 */
public interface LinkListener {
    /**
     * A message has come. Messages come in the order in which they were sent, each once at most.
     *
     * @param message its bytes, from the buffer's position to its limit. They are part of a frame that may be larger, so what is kept for long is better copied
     * @param credit what the message has taken of the sender's credit, to be given back, once, when the recipient has taken the message, or nobody will. The link
     *     counts what isn't given back as waiting here
     */
    void messageReceived(ByteBuffer message, Credit credit);

    /**
     * A control record has come. Each comes once, in the order in which they were given to {@link Link#control} and the methods like it.
     *
     * @param record belongs to the listener
     */
    void controlReceived(byte[] record);

    /**
     * A message that this node has sent is lost; told once a message.
     *
     * @param what what was given to {@link Link#trySend}
     * @param reason {@link MessageLoss.Reason#LINK} if it didn't arrive; {@link MessageLoss.Reason#NODE_GONE} if it isn't known whether it did, since the link has ended
     */
    void lost(Object what, MessageLoss.Reason reason);

    /** There is credit again, after {@link Link#trySend} has returned false for want of it. Called soon after, and perhaps when there was enough already. */
    default void creditGrew() {}
}
