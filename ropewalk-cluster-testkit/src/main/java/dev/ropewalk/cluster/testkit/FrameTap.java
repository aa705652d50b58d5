package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.Node;

/** Sees each frame of a {@link SimulatedNetwork} when its fate is decided. Several threads may call it at once. */
@FunctionalInterface
public interface FrameTap {
    /**
     * A frame has arrived, or never will.
     *
     * @param frame what was sent; mustn't be changed
     */
    void frame(Node from, Node to, byte[] frame, FrameFate fate);
}
