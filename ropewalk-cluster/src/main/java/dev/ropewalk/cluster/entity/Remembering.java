package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.scheduler.Scheduler;

/** What the shards of a type share whose entities are remembered. */
final class Remembering<K> {
    private final RememberedKeys<K> store;
    private final StoreCalls calls;
    private final Beginnings beginnings;
    private final String type;
    private final LimitedLog log;

    Remembering(RememberedKeys<K> store, Scheduler scheduler, String type) {
        this.store = store;
        this.log = new LimitedLog(
                new SafeLog("dev.ropewalk.cluster", Remembering.class), "the remembered entities of /" + type);
        this.calls = new StoreCalls(scheduler, log);
        this.beginnings = new Beginnings(calls, log);
        this.type = type;
    }

    /** Begins to remember the entities of a shard. */
    ShardMemory<K> open(int shard) {
        return new ShardMemory<>(store, calls, beginnings, shard, "/" + type, log);
    }
}
