package dev.ropewalk.lab.cluster;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A node, which is this process. */
interface Member extends Recipients {
    /** Returns by which address others join this one. */
    String address();

    /** Asks an entity on which node it is. The answer is the address of that node; it may never come where messages are lost. */
    CompletionStage<String> whereIs(int entity);

    /**
     * Sends messages to entities in turn, each of them at least once. Returns when the last one was sent.
     *
     * @param entities which must be on other nodes
     */
    void tellReliably(List<Integer> entities, int amount) throws InterruptedException;

    /** Returns how many messages this node knows to be lost. */
    long told();

    /** Leaves the cluster: what lives here goes to other nodes, and then this ends. */
    void leave();

    /** Ends at once, as other nodes have, too. */
    @Override
    void close();

    /** Makes this process a node. */
    @FunctionalInterface
    interface Joiner {
        /**
         * Returns the node when it is a member and hosts entities.
         *
         * @param seed the address of another node, empty if this one founds the cluster
         */
        Member join(Load load, Optional<String> seed, Recipients.Arrival arrivals) throws Exception;
    }
}
