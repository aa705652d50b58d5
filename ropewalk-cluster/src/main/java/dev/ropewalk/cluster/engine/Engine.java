package dev.ropewalk.cluster.engine;

import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * What brings a node together with others: it knows the members, carries frames between two nodes, and decides which node owns which shard.
 * Everything else is made of that by the cluster. Any thread may call it; nothing here waits.
 *
 * <p>What it must keep:
 * <ul>
 *   <li>A frame arrives at most once, whole and unchanged, only at the node that it was sent to, and only from a member of the same cluster.
 *   <li>Frames from one node to another arrive in the order in which they were sent; some may be missing.
 *   <li>A shard has one owner at most at any time, which has the role of the type. It has another one only when the stage of {@link EngineListener#shardRevoked} has
 *       completed, or the node before was removed and has had the time to find that out by itself.
 * </ul>
 */
public interface Engine {
    /**
     * How many bytes a frame may have beside {@link dev.ropewalk.cluster.codec.CodecLimits#maxFrameBytes}: for what stands before a message, such as the key of its entity, and for what goes in one frame with it, such as other states that are handed over. Messages that
     * are smaller share frames, however small that limit is.
     */
    int ROOM_BESIDE_MESSAGE = 256 << 10;

    /** Returns this node. */
    Node self();

    /** Returns in words what this node has found at its seeds while it joins, for who can't wait any longer; empty if there is nothing to tell. */
    default String joinReport() {
        return "";
    }

    /**
     * Sends a frame to a member.
     *
     * @param frame has up to {@link #ROOM_BESIDE_MESSAGE} bytes more than the largest message; belongs to the engine from now on, if this returns true
     * @return false if it wasn't taken: the member is unknown, or too much waits for it
     */
    boolean send(Node to, byte[] frame);

    /** Returns how many frames were refused since the sender was no member, or they were for a node that had this address before. 0 by default, for one that can't get such frames. */
    default long refusedFrames() {
        return 0;
    }

    /**
     * Says that this node takes part in a type of entities; called once a type. It can own shards of it if it has the role, as its
     * {@link dev.ropewalk.cluster.ClusterOptions#roles} say. Otherwise it only locates them. All nodes name the same role for a type; those that don't take part needn't know it, whichever they are.
     *
     * @param role which nodes have that can own shards; empty if all can
     */
    void host(String type, Optional<String> role);

    /**
     * Finds the owner of a shard, and makes one if there is none. Any member may ask that takes part in the type.
     *
     * @param shard from 0 to {@link dev.ropewalk.cluster.ClusterOptions#shards} - 1
     * @return completes with the owner; exceptionally if none could be found for now
     */
    CompletionStage<Node> locate(String type, int shard);

    /**
     * Leaves: the shards of this node are revoked one by one, then it sends what is left, which it has {@link EngineListener#shardsLeft} for, then it is no member any more.
     *
     * @param within how long the caller waits. An engine may take a part of that to have shards move a few at a time, so that each pauses for a short time only. It goes on leaving also after that time
     * @return completes when that is so; the listener hears {@link EngineListener#removed} before
     */
    CompletionStage<Void> leave(Duration within);

    /**
     * Leaves at once, when there is no time left for {@link #leave}, or nothing lives here any more: nothing is waited for, not for shards either. All members that can be
     * told are told that this node is none any more, so that they needn't find out, nor decide about a split. Its shards have another owner soon.
     * Then it has ended, as by {@link #stop}.
     *
     * @return completes when it has ended, which takes about a second at most; the listener hears {@link EngineListener#removed} before, if others could be told
     */
    CompletionStage<Void> leaveNow();

    /** Ends at once, without leaving, as a process does that is killed. Others find out that this node doesn't answer. */
    void stop();
}
