package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The outboxes that a cluster has open, which are closed with it. Any thread may use it. */
public final class Outboxes {
    private final Cluster cluster;
    private final Set<StoredOutbox> open;
    private volatile boolean hasEnded;

    public Outboxes(Cluster cluster) {
        this(cluster, ConcurrentHashMap.newKeySet());
    }

    /** Notes in a set which are open. */
    Outboxes(Cluster cluster, Set<StoredOutbox> open) {
        this.cluster = cluster;
        this.open = open;
    }

    /** Opens the outbox in a folder. */
    public Outbox open(Hosted hosted, OutboxOptions options) {
        return open(hosted, options, new FolderStorage(options));
    }

    /** Opens the outbox that a storage has. */
    public Outbox open(Hosted hosted, OutboxOptions options, Storage storage) {
        StoredOutbox opened = StoredOutbox.open(cluster, hosted, options, storage, open::remove);
        boolean isListed = false;
        try {
            isListed = open.add(opened);
        } finally {
            if (!isListed || hasEnded) { // for want of memory, or since the end may not have found it
                opened.closeWithCluster();
            }
        }
        return opened;
    }

    /** Closes all; returns when they are closed, whoever closes them. What that throws is logged. */
    public void end() {
        hasEnded = true;
        open.forEach(StoredOutbox::closeWithCluster);
    }
}
