package dev.ropewalk.cluster.outbox;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Where the sweep reads next: onwards while something is wanted ahead, and from further back then.
 *
 * <p>Why nobody waits for ever, however much is appended meanwhile: it goes onwards up to where the log ended when it went back last, and no further while something is wanted behind.
 */
final class Course {
    /** Where the log ended when the sweep went back last. */
    private long end;

    /**
     * Returns from where to read; empty if nothing is wanted.
     *
     * @param wanted from where each lane is to be read
     * @param at where the sweep is
     * @param logEnd where the log ends
     */
    OptionalLong next(long[] wanted, long at, long logEnd) {
        OptionalLong ahead = LongStream.of(wanted).filter(from -> from >= at).min();
        if (ahead.isPresent() && isOfThisRound(ahead.getAsLong())) {
            return ahead;
        }
        end = logEnd;
        return LongStream.of(wanted).min();
    }

    private boolean isOfThisRound(long from) {
        return from < end;
    }
}
