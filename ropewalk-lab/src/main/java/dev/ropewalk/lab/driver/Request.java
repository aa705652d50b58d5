package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Params;
import org.jspecify.annotations.Nullable;

/**
 * What the driver asks a child for: one line of JSON on the child's standard input.
 *
 * @param params the cell to prepare
 * @param pass the name of the pass to run one iteration of
 */
record Request(
        Action action,
        @Nullable Params params,
        long seed,
        @Nullable String pass) {
    enum Action {
        PREPARE,
        RUN,
        RELEASE
    }

    static Request prepare(Params params, long seed) {
        return new Request(Action.PREPARE, params, seed, null);
    }

    static Request run(String pass) {
        return new Request(Action.RUN, null, 0, pass);
    }

    static Request release() {
        return new Request(Action.RELEASE, null, 0, null);
    }
}
