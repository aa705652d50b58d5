package dev.ropewalk.cluster.entity;

import java.util.Collections;
import java.util.Iterator;

/** Goes through the entities of several shards, which come and go meanwhile, and copies none of them. */
final class SlotIterator<K, M> implements Iterator<EntitySlot<K, M>> {
    private final Iterator<EntityShard<K, M>> shards;
    private Iterator<EntitySlot<K, M>> slots = Collections.emptyIterator();

    SlotIterator(Iterator<EntityShard<K, M>> shards) {
        this.shards = shards;
    }

    @Override
    public boolean hasNext() {
        while (!slots.hasNext() && shards.hasNext()) {
            slots = shards.next().slots().iterator();
        }
        return slots.hasNext();
    }

    @Override
    public EntitySlot<K, M> next() {
        boolean ignored = hasNext();
        return slots.next();
    }
}
