package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;

/**
 * What this node sends to one other node, and gets from it: messages, at most once and with credit, and control records, exactly once and in order while both live. A link
 * belongs to this pair of nodes, incarnations included; there is one at each end.
 *
 * <p>Any thread may call its methods. None of them blocks. The listener is called on the link's strand.
 */
@SuppressWarnings("DoNotCallSuggester") // the face only: what is behind it follows
public final class Link {
    /** Makes a link, which sends nothing until there is something to send. */
    public Link(Engine engine, Node peer, Scheduler scheduler, LinkOptions options, LinkListener listener) {
        throw new UnsupportedOperationException();
    }

    /** Returns the other node. */
    public Node peer() {
        throw new UnsupportedOperationException();
    }

    /** Returns the strand that calls the listener. */
    public Strand strand() {
        throw new UnsupportedOperationException();
    }

    /**
     * Sends a message if there is credit for it: one message, and its bytes. A message that is larger than the whole window is sent when no other one is on its way.
     *
     * @param message belongs to the link from now on, if this returns true
     * @param what what {@link LinkListener#lost} tells if the message is lost
     * @return true if the link has taken it: its fate is counted by then, and told if it is lost; false if there is no credit, or the link has ended, and nothing has happened
     */
    public boolean trySend(byte[] message, Object what) {
        throw new UnsupportedOperationException();
    }

    /**
     * Sends a control record, again and again until the other node has it. It takes no credit. It may come before messages that were sent before it, and after messages
     * that were sent later.
     *
     * @param record belongs to the link from now on
     * @return false if the link has ended; then nothing has happened. A record that isn't acknowledged when the link ends may have come, or not
     * @throws IllegalStateException if more waits to be acknowledged than any user may have
     */
    public boolean control(byte[] record) {
        throw new UnsupportedOperationException();
    }

    /**
     * As {@link #control}, but the other node hands it out only after all messages for which {@link #trySend} has returned true before this was called: each of them has come, or is known to be
     * lost. Control records after it wait for it. Messages that are sent later may still come before it.
     */
    public boolean controlAfterMessages(byte[] record) {
        throw new UnsupportedOperationException();
    }

    /** Takes a frame from the other node, in the order in which the engine hands them over. Throws nothing. */
    public void received(byte[] frame) {
        throw new UnsupportedOperationException();
    }

    /** Returns what was counted; {@code dropped} is empty, since the link doesn't know what becomes of messages. The numbers of what was sent fit together at any time. */
    public LinkStats stats() {
        throw new UnsupportedOperationException();
    }

    /** Returns how many frames were dropped since they were malformed, or too many waited. */
    public long droppedFrames() {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends the link, since the other node is gone or this one ends. All messages whose fate isn't known are lost for the reason {@link
     * dev.ropewalk.cluster.MessageLoss.Reason#NODE_GONE}, which the listener hears on the strand. After that it hears nothing more. Frames that come, and credit that is given back, are
     * ignored. A later call does nothing.
     */
    public void end() {
        throw new UnsupportedOperationException();
    }
}
