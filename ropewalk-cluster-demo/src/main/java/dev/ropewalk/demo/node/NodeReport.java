package dev.ropewalk.demo.node;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterStats;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.demo.shop.Counts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a node tells of itself, as a line of text.
 *
 * @param state {@code joining}, {@code up}, {@code left} or {@code removed}
 * @param members the members that it sees: each an address, a slash and a status
 * @param counts what it has counted, by name
 */
public record NodeReport(String state, List<String> members, Map<String, Long> counts) {
    /** What a node tells that hasn't joined yet. */
    public static final NodeReport JOINING = new NodeReport("joining", List.of(), Map.of());

    /** Makes copies. */
    public NodeReport {
        Objects.requireNonNull(state, "state");
        members = List.copyOf(members);
        counts = Collections.unmodifiableMap(new TreeMap<>(counts));
    }

    static NodeReport of(String state, Cluster cluster, Counts counts) {
        List<String> members = new ArrayList<>();
        for (Member member : cluster.members()) {
            String status = member.isReachable() ? member.status().toString() : "unreachable";
            members.add(member.node().address() + "/" + status.toLowerCase(Locale.ROOT));
        }
        Collections.sort(members);
        Map<String, Long> all = new TreeMap<>(counts.all());
        ClusterStats stats = cluster.stats();
        for (TypeStats type : stats.types().values()) {
            all.merge("shards", (long) type.shards().getOrDefault(cluster.self(), 0), Long::sum);
            all.merge("entities", type.entities().active(), Long::sum);
            all.merge("handedOver", type.handedOver(), Long::sum);
        }
        for (LinkStats link : stats.links().values()) {
            all.merge("links", 1L, Long::sum);
            all.merge("inFlight", link.inFlight(), Long::sum);
            all.merge("credit", link.credit(), Math::min);
        }
        return new NodeReport(state, members, all);
    }

    /** Returns a count; 0 if it is none of those that were told. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** Returns how many messages were lost, for all reasons. */
    public long lost() {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().startsWith("lost."))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns how many members it sees that are up. */
    public long membersUp() {
        return members.stream().filter(member -> member.endsWith("/up")).count();
    }

    /** Returns the line. */
    public String line() {
        var line = new StringBuilder(state).append(' ').append(String.join(",", members));
        counts.forEach(
                (name, count) -> line.append(' ').append(name).append('=').append(count));
        return line.toString();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it isn't one of a report
     */
    public static NodeReport parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < 2) {
            throw new IllegalArgumentException("no report: " + line);
        }
        Map<String, Long> counts = new TreeMap<>();
        for (int i = 2; i < words.length; i++) {
            int at = words[i].indexOf('=');
            if (at < 0) {
                throw new IllegalArgumentException("no count: " + words[i] + " in " + line);
            }
            counts.put(words[i].substring(0, at), Long.parseLong(words[i].substring(at + 1)));
        }
        return new NodeReport(words[0], words[1].isEmpty() ? List.of() : List.of(words[1].split(",", -1)), counts);
    }
}
