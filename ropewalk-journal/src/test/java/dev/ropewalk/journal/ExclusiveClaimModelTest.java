package dev.ropewalk.journal;

import static dev.ropewalk.journal.StoreBufferMachine.END;
import static dev.ropewalk.journal.format.RecordLayout.DATA;
import static dev.ropewalk.journal.format.RecordLayout.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.ClaimProtocolModelTest.Flaw;
import dev.ropewalk.journal.StoreBufferMachine.Program;
import dev.ropewalk.journal.StoreBufferMachine.State;
import dev.ropewalk.journal.StoreBufferMachine.Step;
import dev.ropewalk.journal.StoreBufferMachine.Turn;
import dev.ropewalk.journal.format.Segment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All executions of the protocol of {@link Segment} with a writer that claims by a plain store: against invalidators of the
 * claim, and against appenders that come before and after it. Each flaw is one essential part left out, and must be found.
 */
class ExclusiveClaimModelTest {
    // Cells of the second model: two places for records, which each thread has registers for, too, and each thread's
    // lock.
    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int PAYLOAD_OF_SECOND = 2;
    private static final int LOCKS = 3;
    private static final int THREADS = 3;
    private static final int CELLS = LOCKS + THREADS;
    private static final int REGISTERS = 2;

    private static final int FREE = 0;

    private static final int EXCLUSIVE = 0;
    private static final List<Integer> OTHERS = List.of(1, 2);

    enum TailFlaw {
        OTHERS_IGNORE_THE_LOCK,
        GIVES_THE_LOCK_BACK_BEFORE_ITS_LAST_STORE,
        LOCK_OF_THE_DEAD_IS_FREE_TOO_EARLY,
        DOES_NOT_LOOK_FOR_THE_END,
        PAYLOAD_BEFORE_CLAIM
    }

    @ParameterizedTest
    @EnumSource(Claimed.class)
    void shouldAgreeInAllExecutionsWhetherItsRecordsAreThere(Claimed claimed) {
        assertThat(againstInvalidators(claimed.kind, EnumSet.noneOf(Flaw.class)))
                .isGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource(
            value = Flaw.class,
            names = {"NO_BARRIER", "WRITER_DOES_NOT_CHECK", "INVALIDATES_WITHOUT_CONTEST", "SAVED_MAY_BE_CONTESTED"})
    void shouldFindTheFlawOfTheProtocol(Flaw flaw) {
        assertThatThrownBy(() -> againstInvalidators(DATA, EnumSet.of(flaw))).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldLoseNoClaimInAnyExecution() {
        assertThat(besideOthers(EnumSet.noneOf(TailFlaw.class))).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource(TailFlaw.class)
    void shouldFindTheFlaw(TailFlaw flaw) {
        assertThatThrownBy(() -> besideOthers(EnumSet.of(flaw))).isInstanceOf(AssertionError.class);
    }

    enum Claimed {
        RECORD(DATA),
        BATCH(RUN);

        final int kind;

        Claimed(int kind) {
            this.kind = kind;
        }
    }

    private static int againstInvalidators(int claim, Set<Flaw> flaws) {
        List<Step> writer = new ArrayList<>();
        writer.add(turn -> {
            turn.store(ClaimProtocolModelTest.CLAIM, claim);
            return 1;
        });
        for (Step step : ClaimProtocolModelTest.writer(claim, flaws)) {
            writer.add(turn -> {
                int next = step.run(turn);
                return next == END ? END : next + 1;
            });
        }
        return ClaimProtocolModelTest.explore(0, claim, writer, flaws);
    }

    /** An exclusive appender that takes both places if it can, and two others that take one each. */
    private static int besideOthers(Set<TailFlaw> flaws) {
        Program other = new Program(true, other(flaws));
        return new StoreBufferMachine(
                        new int[CELLS],
                        REGISTERS,
                        ExclusiveClaimModelTest::checkAlways,
                        List.of(new Program(true, exclusive(flaws)), other, other))
                .explore();
    }

    private static List<Step> exclusive(Set<TailFlaw> flaws) {
        boolean payloadFirst = flaws.contains(TailFlaw.PAYLOAD_BEFORE_CLAIM);
        return List.of(
                turn -> lock(turn, OTHERS, flaws) ? 1 : 0,
                // It finds the end like any appender, and from there on stores.
                turn -> {
                    if (flaws.contains(TailFlaw.DOES_NOT_LOOK_FOR_THE_END)) {
                        turn.store(FIRST, name(turn));
                        turn.setRegister(FIRST, 1);
                        return 2;
                    }
                    return claim(turn, FIRST) ? 2 : 5;
                },
                turn -> {
                    if (flaws.contains(TailFlaw.GIVES_THE_LOCK_BACK_BEFORE_ITS_LAST_STORE)) {
                        unlock(turn);
                    }
                    return 3;
                },
                turn -> {
                    turn.store(payloadFirst ? PAYLOAD_OF_SECOND : SECOND, name(turn));
                    return 4;
                },
                turn -> {
                    turn.store(payloadFirst ? SECOND : PAYLOAD_OF_SECOND, name(turn));
                    turn.setRegister(SECOND, 1);
                    return 6;
                },
                turn -> {
                    claim(turn, SECOND);
                    return 6;
                },
                turn -> {
                    unlock(turn);
                    return END;
                });
    }

    private static List<Step> other(Set<TailFlaw> flaws) {
        boolean lawless = flaws.contains(TailFlaw.OTHERS_IGNORE_THE_LOCK);
        return List.of(
                turn -> lawless || lock(turn, List.of(EXCLUSIVE), flaws) ? 1 : 0,
                turn -> claim(turn, FIRST) ? 3 : 2,
                turn -> {
                    claim(turn, SECOND);
                    return 3;
                },
                turn -> {
                    unlock(turn);
                    return END;
                });
    }

    private static int name(Turn turn) {
        return 1 + turn.id();
    }

    private static boolean claim(Turn turn, int place) {
        boolean claimed = turn.compareAndSet(place, FREE, name(turn));
        turn.setRegister(place, claimed ? 1 : 0);
        return claimed;
    }

    /** The kernel looks at all locks and takes one at once. It frees those of the dead. */
    private static boolean lock(Turn turn, List<Integer> against, Set<TailFlaw> flaws) {
        boolean tooEarly = flaws.contains(TailFlaw.LOCK_OF_THE_DEAD_IS_FREE_TOO_EARLY);
        for (int other : against) {
            boolean isDead = tooEarly ? turn.state().killed[other] : turn.isDead(other);
            if (turn.load(LOCKS + other) != FREE && !isDead) {
                return false;
            }
        }
        return turn.compareAndSet(LOCKS + turn.id(), FREE, 1);
    }

    private static void unlock(Turn turn) {
        turn.compareAndSet(LOCKS + turn.id(), 1, FREE);
    }

    private static void checkAlways(State state) {
        for (int thread = 0; thread < THREADS; thread++) {
            for (int place : List.of(FIRST, SECOND)) {
                if (state.registers[thread][place] != 0) {
                    // Free as long as the claim waits in the buffer.
                    int claim = state.memory[place];
                    state.check(claim == FREE || claim == 1 + thread, "a claim was lost");
                }
            }
        }
        if (state.memory[PAYLOAD_OF_SECOND] != 0) {
            state.check(state.memory[SECOND] != FREE, "a payload without a claim");
        }
    }
}
