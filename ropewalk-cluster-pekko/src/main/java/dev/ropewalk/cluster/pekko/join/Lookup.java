package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a look for the seeds has found.
 *
 * @param addresses of the seeds; empty if they couldn't be found
 * @param failure why they couldn't be
 * @param isFinal whether they never can be
 * @param began when it began
 */
record Lookup(List<NodeAddress> addresses, Optional<String> failure, boolean isFinal, long began) {
    /** Looks, and waits. */
    static Lookup of(Seeds seeds, long began) {
        try {
            return new Lookup(seeds.now(), Optional.empty(), false, began);
        } catch (IOException e) {
            return failed(String.valueOf(e.getMessage()), false, began);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed("it was interrupted", false, began);
        } catch (IllegalArgumentException e) {
            return failed(String.valueOf(e.getMessage()), true, began);
        } catch (RuntimeException | Error e) {
            return failed(e.toString(), false, began); // users' code
        }
    }

    private static Lookup failed(String why, boolean isFinal, long began) {
        return new Lookup(List.of(), Optional.of(why), isFinal, began);
    }
}
