package dev.ropewalk.actor;

import dev.ropewalk.base.Nulls;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Of which classes the messages are that an actor was given lately, as far as a sample shows: the first 64 of them since somebody has asked, then about
 * one in 64, and of all these the last 256. It has no messages, only the names of their classes; of a lambda the class that has it.
 *
 * @param types how many of each class there are, the most frequent first; at most 16 classes
 * @param others how many there are of all other classes together
 */
public record MessageSample(Map<String, Integer> types, int others) {
    /** Takes a copy, in the same order. */
    public MessageSample {
        types = Collections.unmodifiableMap(new LinkedHashMap<>(Nulls.check(types, "types")));
    }

    /** Returns how many messages are in the sample. */
    public int size() {
        return types.values().stream().mapToInt(Integer::intValue).sum() + others;
    }
}
