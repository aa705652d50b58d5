package dev.ropewalk.cluster.dns;

import java.util.List;

/**
 * What a server has answered.
 *
 * @param name the whole name that was asked for
 * @param texts the records of the type that was asked for, as texts
 */
public record DnsRecords(String name, List<String> texts) {
    /** Makes a copy. */
    public DnsRecords {
        texts = List.copyOf(texts);
    }
}
