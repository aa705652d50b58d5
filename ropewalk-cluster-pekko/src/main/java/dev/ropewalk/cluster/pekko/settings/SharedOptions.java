package dev.ropewalk.cluster.pekko.settings;

import dev.ropewalk.cluster.ClusterOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The options that must be the same on all nodes, as they are told to others: {@link SameOptions} in the words of {@link ClusterOptions}. */
public final class SharedOptions {
    private static final String FOUNDING_NODES = "foundingNodes";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private SharedOptions() {}

    /** Returns them by their names. */
    public static Map<String, String> of(ClusterOptions options) {
        Map<String, String> shared = new LinkedHashMap<>();
        shared.put("shards", Integer.toString(options.shards()));
        shared.put("splitBrain", options.splitBrain().toString());
        shared.put("stableAfter", options.stableAfter().toString());
        shared.put("maxFrameBytes", Integer.toString(options.codecs().limits().maxFrameBytes()));
        if (options.discovery().isPresent()) {
            shared.put(FOUNDING_NODES, Integer.toString(options.foundingNodes()));
        }
        return shared;
    }

    /** Returns how many votes a node needs to found a cluster, from what it has told; empty if it needs none, or has told no number. */
    public static Optional<Integer> foundingNodes(Map<String, String> there) {
        return Optional.ofNullable(there.get(FOUNDING_NODES))
                .filter(text -> NUMBER.matcher(text).matches())
                .map(Integer::valueOf);
    }

    /** Says what differs so that a node can't join. How a cluster is founded is of no interest any more to one that joins it. What only one of two nodes knows isn't compared: they may be of different versions. */
    public static Optional<String> difference(Map<String, String> here, Map<String, String> there) {
        return here.entrySet().stream()
                .filter(option -> !option.getKey().equals(FOUNDING_NODES))
                .filter(option -> !option.getValue().equals(there.getOrDefault(option.getKey(), option.getValue())))
                .map(option -> option.getKey() + " is " + there.get(option.getKey()) + " there, and "
                        + option.getValue() + " here")
                .reduce((one, other) -> one + "; " + other);
    }
}
