package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two nodes that may found and don't know each other, and one between, whose vote each of them needs. Their connections fail and come back in all ways. One of them founds at most; without the rule that who had a promise must be seen to
 * have founded none, or without promises that last, both do in some run.
 */
class VotesWorldTest {
    private static final long STEP = Duration.ofMillis(200).toNanos();
    private static final long FRESH = Duration.ofSeconds(3).toNanos();
    private static final long SILENT = Duration.ofSeconds(15).toNanos();
    private static final int STEPS = 300;
    private static final int RUNS = 3000;
    private static final NodeAddress VOTER = new NodeAddress("10.0.0.9", 2551);

    /** What may be missing. */
    private enum Flaw {
        NONE,
        FORGETS_WHO_HAD_THE_PROMISE,
        FORGETS_WHO_IS_SILENT,
        PROMISES_TO_ALL
    }

    private static final class Candidate {
        final NodeAddress address;
        boolean isConnected = true;
        boolean hasFounded;

        /** When the question began that the voter has answered last; negative if it was no promise. */
        long promisedAt = -1;

        int rounds;

        Candidate(int last) {
            address = new NodeAddress("10.0.0." + last, 2551);
        }

        void found(long now) {
            boolean isFresh = promisedAt >= 0 && now - promisedAt < FRESH;
            hasFounded |= isFresh && rounds >= 2;
        }
    }

    private static final class World {
        private final SplittableRandom random;
        private final Flaw flaw;
        private final List<Candidate> candidates = List.of(new Candidate(1), new Candidate(2));
        private Votes votes = new Votes(VOTER);

        /** What the voter has heard last of each that has founded none: when it asked. */
        private final long[] clearAt = {-1, -1};

        /** When the voter has heard of each last, whatever it was. */
        private final long[] heardAt = {0, 0};

        private long now;

        private @Nullable Candidate joined;

        World(long seed, Flaw flaw) {
            random = new SplittableRandom(seed);
            this.flaw = flaw;
        }

        /** Returns how many have founded. */
        long run() {
            for (int step = 1; step <= STEPS; step++) {
                now = step * STEP;
                for (int i = 0; i < 2; i++) {
                    act(i, now);
                }
            }
            return candidates.stream().filter(candidate -> candidate.hasFounded).count();
        }

        private void act(int i, long now) {
            Candidate candidate = candidates.get(i);
            if (random.nextInt(20) == 0) {
                candidate.isConnected ^= true;
            }
            if (candidate.isConnected) {
                look(i, now);
                ask(candidate, now - random.nextLong(STEP));
            }
            if (random.nextInt(4) == 0) {
                candidate.found(now);
            }
        }

        /** The voter asks what the candidate is. */
        private void look(int i, long now) {
            heardAt[i] = now;
            if (!candidates.get(i).hasFounded) {
                clearAt[i] = now;
            } else if (joined == null) {
                joined = candidates.get(i);
            }
        }

        private void ask(Candidate candidate, long began) {
            if (candidate.hasFounded || began < 0) {
                return;
            }
            if (flaw == Flaw.PROMISES_TO_ALL) {
                votes = new Votes(VOTER);
            }
            boolean isPromised = joined == null && votes.promise(candidate.address, false, began, this::isClear);
            candidate.promisedAt = isPromised ? began : -1;
            candidate.rounds = isPromised ? candidate.rounds + 1 : 0;
        }

        private boolean isClear(NodeAddress node, long since) {
            int i = candidates.get(0).address.equals(node) ? 0 : 1;
            return flaw == Flaw.FORGETS_WHO_HAD_THE_PROMISE
                    || (flaw == Flaw.FORGETS_WHO_IS_SILENT && now - heardAt[i] > SILENT)
                    || clearAt[i] >= since;
        }
    }

    private static LongStream founders(Flaw flaw) {
        return LongStream.range(0, RUNS).map(seed -> new World(seed, flaw).run());
    }

    @Test
    void shouldHaveOneFounderAtMost() {
        assertThat(founders(Flaw.NONE)).allMatch(founders -> founders <= 1).contains(1L);
    }

    @Test
    void shouldNoticeWhoForgetsWhoHadThePromise() {
        assertThat(founders(Flaw.FORGETS_WHO_HAD_THE_PROMISE).anyMatch(founders -> founders == 2))
                .isTrue();
    }

    @Test
    void shouldNoticeWhoForgetsWhoIsSilentForLong() {
        assertThat(founders(Flaw.FORGETS_WHO_IS_SILENT).anyMatch(founders -> founders == 2))
                .isTrue();
    }

    @Test
    void shouldNoticeWhoPromisesToAll() {
        assertThat(founders(Flaw.PROMISES_TO_ALL).anyMatch(founders -> founders == 2))
                .isTrue();
    }
}
