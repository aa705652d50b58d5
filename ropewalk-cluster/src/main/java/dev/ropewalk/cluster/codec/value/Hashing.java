package dev.ropewalk.cluster.codec.value;

import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import dev.ropewalk.cluster.codec.frame.FrameInput;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is read into a hash table.
 *
 * <p>The JDK's tables stay fast if many keys have the same hash and can be compared. Keys that can't, such as records, would take a
 * time that is quadratic in their number; a peer can choose them so. More than a few of the same hash are refused.
 */
final class Hashing {
    private static final int MAX_OF_A_HASH = 64;

    private Hashing() {}

    /** Calls the keys' own code. */
    static <T> T apply(FrameInput in, Supplier<T> table) {
        try {
            return table.get();
        } catch (MalformedFrameException e) {
            throw e;
        } catch (RuntimeException e) {
            throw in.malformed(Reason.REJECTED, "a key can't be hashed or compared: " + e, e);
        }
    }

    /** Refuses keys that would make a table slow. */
    static void check(FrameInput in, Slot slot, @Nullable Object[] keys) {
        if (keys.length <= MAX_OF_A_HASH || slot.codec().isSafeInHashes()) {
            return;
        }
        int[] hashes = Arrays.stream(keys).mapToInt(Objects::hashCode).sorted().toArray();
        for (int i = MAX_OF_A_HASH; i < hashes.length; i++) {
            if (hashes[i] == hashes[i - MAX_OF_A_HASH]) {
                throw in.malformed(
                        Reason.COLLIDING,
                        slot.place() + ": more than " + MAX_OF_A_HASH + " have the hash " + hashes[i]);
            }
        }
    }

    /** Returns what is thrown about a key that is there before. */
    static MalformedFrameException duplicate(FrameInput in, Slot slot) {
        return in.malformed(Reason.DUPLICATE, slot.place() + " is there twice");
    }
}
