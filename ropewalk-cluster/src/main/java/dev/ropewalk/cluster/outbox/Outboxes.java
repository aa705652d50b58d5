package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The outboxes that a cluster has open, which are closed with it. Any thread may use it. */
public final class Outboxes {
    private final Cluster cluster;
    private final Set<StoredOutbox> open = ConcurrentHashMap.newKeySet();
    private volatile boolean hasEnded;

    public Outboxes(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Opens the outbox in a folder. */
    public Outbox open(Hosted hosted, OutboxOptions options) {
        return open(hosted, options, new FolderStorage(options));
    }

    /** Opens the outbox that a storage has. */
    public Outbox open(Hosted hosted, OutboxOptions options, Storage storage) {
        StoredOutbox opened = StoredOutbox.open(cluster, hosted, options, storage, open::remove);
        open.add(opened);
        if (hasEnded) { // else the end finds it
            opened.closeWithCluster();
        }
        return opened;
    }

    /** Closes all; returns when they are closed, whoever closes them. What that throws is logged. */
    public void end() {
        hasEnded = true;
        open.forEach(StoredOutbox::closeWithCluster);
    }
}
