package dev.ropewalk.journal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A journal as a list with gaps. */
final class JournalModel {
    private final Map<Long, Written> records = new TreeMap<>();
    private long next;

    /** Takes so many indices and returns the first one. */
    long take(int count) {
        long first = next;
        next += count;
        return first;
    }

    void put(Written record) {
        records.put(record.index(), record);
    }

    List<Written> records() {
        return List.copyOf(records.values());
    }
}
