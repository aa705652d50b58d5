package dev.ropewalk.cluster.pekko.settings;

import org.apache.pekko.Version;

/** The versions of Pekko that this engine goes with. It extends parts of Pekko that aren't for users, and that the next minor version may change. */
public final class PekkoVersion {
    private static final String MINOR = "1.7";

    private PekkoVersion() {}

    /**
     * Checks the version on the class path.
     *
     * @throws IllegalStateException if it is another one
     */
    public static void check() {
        check(Version.current());
    }

    static void check(String version) {
        if (!version.startsWith(MINOR + ".")) {
            throw new IllegalStateException("the engine of clusters goes with Pekko " + MINOR + ", but Pekko " + version
                    + " is on the class path: have the build take the version that ropewalk-cluster-pekko names");
        }
    }
}
