package dev.ropewalk.cluster;

import java.util.Objects;

/**
 * Something has failed on another node: who was asked a question there has failed at it, or the question couldn't be read there, or the answer here; a channel was failed there, or that node is gone. What was thrown there stays there; the text of this says what it was.
 */
public final class RemoteFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Node node;

    /** Makes an exception with a text that names who was asked or failed, and what has happened. */
    public RemoteFailureException(Node node, String message) {
        super(Objects.requireNonNull(message, "message"));
        this.node = Objects.requireNonNull(node, "node");
    }

    /** Returns the node where that has happened. */
    public Node node() {
        return node;
    }
}
