package dev.ropewalk.cluster.engine;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What an {@link Engine} tells its node. It may be called before {@link EngineProvider#start} has returned. The methods return quickly, throw nothing, and may be
 * called by several threads, but:
 * <ul>
 *   <li>calls of {@link #members} and {@link #removed} come one after another;
 *   <li>so do calls of {@link #received} for one node;
 *   <li>so do {@link #shardAssigned} and {@link #shardRevoked} for one shard, which take turns.
 * </ul>
 */
public interface EngineListener {
    /**
     * The members have changed.
     *
     * @param members all of them, this node too; one that was there before and isn't has left or was removed
     */
    void members(List<Member> members);

    /** A frame has come. The listener may keep it. */
    void received(Node from, byte[] frame);

    /** This node owns a shard from now on. */
    void shardAssigned(String type, int shard);

    /**
     * Another node is to own a shard: this one ends what lives in it.
     *
     * @return completes when nothing of it lives here any more; the engine waits for that as long as {@link
     *     dev.ropewalk.cluster.ClusterOptions#handOffTimeout} says
     */
    CompletionStage<Void> shardRevoked(String type, int shard);

    /**
     * This node leaves, and all its shards have left it, or their time is up. It is a member still: frames go to and fro, and other nodes' shards are found. Called once at most.
     *
     * @return completes when this node has nothing left to send; the engine waits for that as long as {@link
     *     dev.ropewalk.cluster.ClusterOptions#handOffTimeout} says, before it ends the membership
     */
    CompletionStage<Void> shardsLeft();

    /**
     * This node is no member any more: it has left, or others have removed it, or it has seen itself that it is in the smaller part. It owns no shard from now on, and must
     * end at once what lives in them.
     *
     * @param reason in words
     */
    void removed(String reason);
}
