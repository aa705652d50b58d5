package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Timer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@link HandOvers} need of their node. */
interface HandOverHost {
    Node self();

    Engine engine();

    /** Returns the members, this node too. */
    List<Member> membersNow();

    /** Returns whether another node has told that it leaves, and owns no shards any more: an engine may show it as up until it has sent what it holds. */
    boolean hasToldLeaving(Node other);

    /** Returns how long the engine waits for a shard that moves. */
    Duration handOffTimeout();

    boolean isClosed();

    /** Returns the time of the scheduler. */
    long nanoTime();

    /** Sends a control record; returns false if that node is no member. */
    boolean control(Node to, byte[] record);

    /** Counts states of a type that weren't handed over, and tells of them later; by their keys as frames. */
    void lostStates(String type, List<ByteBuffer> keys);

    /** Counts a state that wasn't handed over, and tells of it later. */
    void lostState(String path, Object state);

    /** Runs something soon; never, and returns false, if the scheduler is closed. */
    boolean soon(Runnable task);

    /** Runs something later; never, and returns null, if the scheduler is closed by then. */
    @Nullable
    Timer later(Runnable task, Duration delay);
}
