package dev.ropewalk.cluster.pekko.settings;

import com.typesafe.config.Config;
import java.util.List;
import org.apache.pekko.cluster.ConfigValidation;
import org.apache.pekko.cluster.JoinConfigCompatChecker;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Lets no node join whose options differ where they must be the same. Pekko makes it, and sends what it names when a node joins. */
public final class SameOptions extends JoinConfigCompatChecker {
    /** Where the number of shards stands. Pekko itself has no setting for it. */
    static final String SHARDS = "ropewalk.cluster.shards";

    private static final List<String> SAME = List.of(
            SHARDS,
            "pekko.cluster.split-brain-resolver.active-strategy",
            "pekko.cluster.split-brain-resolver.static-quorum.quorum-size",
            "pekko.cluster.split-brain-resolver.stable-after",
            "pekko.remote.artery.advanced.maximum-frame-size");

    @Override
    public Seq<String> requiredKeys() {
        return CollectionConverters.asScala(SAME).toSeq();
    }

    @Override
    public ConfigValidation check(Config toCheck, Config actual) {
        return fullMatch(requiredKeys(), toCheck, actual);
    }
}
