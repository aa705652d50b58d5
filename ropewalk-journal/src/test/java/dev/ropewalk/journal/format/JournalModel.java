package dev.ropewalk.journal.format;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A journal as a list with gaps. */
public final class JournalModel {
    private final Map<Long, Written> records = new TreeMap<>();
    private long next;

    /** Takes so many indices and returns the first one. */
    public long take(int count) {
        long first = next;
        next += count;
        return first;
    }

    public void put(Written record) {
        records.put(record.index(), record);
    }

    public List<Written> records() {
        return List.copyOf(records.values());
    }
}
