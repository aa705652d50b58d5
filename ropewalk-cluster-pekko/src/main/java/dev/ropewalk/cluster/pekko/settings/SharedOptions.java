package dev.ropewalk.cluster.pekko.settings;

import dev.ropewalk.cluster.ClusterOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The options that must be the same on all nodes, as they are told to others: {@link SameOptions} in the words of {@link ClusterOptions}. */
public final class SharedOptions {
    private SharedOptions() {}

    /** Returns them by their names. */
    public static Map<String, String> of(ClusterOptions options) {
        Map<String, String> shared = new LinkedHashMap<>();
        shared.put("shards", Integer.toString(options.shards()));
        shared.put("splitBrain", options.splitBrain().toString());
        shared.put("stableAfter", options.stableAfter().toString());
        shared.put("maxFrameBytes", Integer.toString(options.codecs().limits().maxFrameBytes()));
        return shared;
    }

    /** Says what differs. What only one of two nodes knows isn't compared: they may be of different versions. */
    public static Optional<String> difference(Map<String, String> here, Map<String, String> there) {
        return here.entrySet().stream()
                .filter(option -> !option.getValue().equals(there.getOrDefault(option.getKey(), option.getValue())))
                .map(option -> option.getKey() + " is " + there.get(option.getKey()) + " there, and "
                        + option.getValue() + " here")
                .reduce((one, other) -> one + "; " + other);
    }
}
