package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.EntityRef;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lanes of an outbox, by what they are looked for. The outbox guards it. */
final class Lanes {
    private final Map<Long, Lane<?, ?>> byId = new HashMap<>();
    private final Map<EntityRef<?, ?>, Lane<?, ?>> byEntity = new HashMap<>();

    /** Those whose entities aren't known here, by their {@linkplain Stored#recipient recipients}; several of one if what was handled couldn't be noted. */
    private final Map<ByteBuffer, List<Lane<?, ?>>> asleep = new HashMap<>();

    private volatile int count;

    /** Returns the lane of an id; null if there is none. */
    @Nullable
    Lane<?, ?> withId(long id) {
        return byId.get(id);
    }

    /** Returns the lane to an entity; null if there is none. */
    @SuppressWarnings("unchecked") // the lane is of this entity
    <K, M> @Nullable Lane<K, M> to(EntityRef<K, M> entity) {
        return (Lane<K, M>) byEntity.get(entity);
    }

    /** Adds a lane whose entity isn't known here. */
    void addAsleep(Lane<?, ?> lane) {
        asleep.computeIfAbsent(Stored.recipient(lane.head), recipient -> new ArrayList<>(1))
                .add(lane);
        add(lane);
    }

    /** Returns the lanes to the entity of a head that sleep, and forgets that they do. */
    List<Lane<?, ?>> takeAsleep(byte[] head) {
        List<Lane<?, ?>> found = asleep.remove(Stored.recipient(head));
        return found == null ? List.of() : found;
    }

    /** A lane sends; what is told to its entity from now on goes there. */
    void addOpen(Lane<?, ?> lane) {
        byEntity.put(lane.entity(), lane);
        add(lane);
    }

    private void add(Lane<?, ?> lane) {
        byId.put(lane.id, lane);
        count = byId.size();
    }

    /** Removes a lane; returns whether it was there. */
    boolean remove(Lane<?, ?> lane) {
        if (!byId.remove(lane.id, lane)) {
            return false;
        }
        boolean ignored = byEntity.remove(lane.entity(), lane);
        count = byId.size();
        return true;
    }

    List<Lane<?, ?>> all() {
        return List.copyOf(byId.values());
    }

    /** Returns how many there are. Any thread may call it, without the lock. */
    int count() {
        return count;
    }
}
