package dev.ropewalk.cluster.watch;

import java.nio.ByteBuffer;

/**
 * What control records about watches have behind their kind, repeated:
 *
 * <pre>
 *  watches   number of the actor, 8 bytes | 1 if it is watched, 0 if it isn't any more
 *  ends      number of the actor, 8 bytes
 * </pre>
 */
final class WatchRecords {
    private WatchRecords() {}

    static byte[] watch(long id, boolean isWatched) {
        return ByteBuffer.allocate(Long.BYTES + 1)
                .putLong(id)
                .put((byte) (isWatched ? 1 : 0))
                .array();
    }

    static byte[] end(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }
}
