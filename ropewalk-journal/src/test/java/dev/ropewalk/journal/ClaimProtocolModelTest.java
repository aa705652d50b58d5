package dev.ropewalk.journal;

import static dev.ropewalk.journal.StoreBufferMachine.END;
import static dev.ropewalk.journal.format.RecordLayout.CONTESTED;
import static dev.ropewalk.journal.format.RecordLayout.DATA;
import static dev.ropewalk.journal.format.RecordLayout.INVALID;
import static dev.ropewalk.journal.format.RecordLayout.RUN;
import static dev.ropewalk.journal.format.RecordLayout.SAVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.StoreBufferMachine.Program;
import dev.ropewalk.journal.StoreBufferMachine.State;
import dev.ropewalk.journal.StoreBufferMachine.Step;
import dev.ropewalk.journal.format.Segment;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All executions of the protocol of {@link Segment}: a writer between claim and commit, two invalidators of its claim, each of
 * which may be killed at any point, a reader, and an appender that walks past. From every state each invalidator comes to a
 * decision alone, wherever the others have stopped for good. Each flaw is one essential part left out, and must be found.
 */
class ClaimProtocolModelTest {
    static final int CLAIM = 0;
    private static final int COMMIT = 1;
    static final int PAYLOAD = 2;
    private static final int LOCK = 3;
    private static final int CELLS = 4;

    /** An invalid claim that has no check of its length, which leads to what follows. */
    private static final int UNCHECKED = 8;

    /** A batch's claim that is contested: it counts more than one record, so it is another word than a contested DATA. */
    private static final int CONTESTED_RUN = 9;

    private static final int WRITER = 0;
    private static final List<Integer> INVALIDATORS = List.of(1, 2);
    private static final int READER = 3;
    private static final int WALKER = 4;

    // Registers.
    private static final int RESULT = 0;
    private static final int LOOKED = 1;
    private static final int FROM = 2;

    // Results.
    private static final int COMMITTED = 1;
    private static final int REFUSED = 2;
    private static final int READ = 3;
    private static final int SKIPPED = 4;
    private static final int TORN = 5;

    enum Flaw {
        NO_BARRIER,
        WRITER_DOES_NOT_CHECK,
        WRITER_SAVES_BY_STORE,
        PAYLOAD_AFTER_COMMIT,
        INVALIDATES_WITHOUT_CONTEST,
        SAVED_MAY_BE_CONTESTED,
        CONTESTED_RUN_IS_LIKE_A_RECORD,
        TRUSTS_ANOTHERS_BARRIER,
        DECIDES_ON_A_LOOK_BEFORE_THE_DEATH,
        INVALIDATORS_TAKE_A_LOCK,
        CHECK_AFTER_INVALIDATING,
        READER_IGNORES_CLAIM,
        READER_LOOKS_AT_CLAIM_FIRST
    }

    @Test
    void shouldAgreeInAllExecutionsWhetherARecordIsThere() {
        assertThat(explore(DATA, EnumSet.noneOf(Flaw.class))).isGreaterThan(1000);
    }

    @Test
    void shouldAgreeInAllExecutionsWhetherABatchIsThere() {
        assertThat(explore(RUN, EnumSet.noneOf(Flaw.class))).isGreaterThan(1000);
    }

    @Test
    void shouldAgreeInAllExecutionsThatAnAbortedRecordIsNotThere() {
        Set<Flaw> none = EnumSet.noneOf(Flaw.class);
        assertThat(explore(DATA, aborter(DATA), none)).isGreaterThan(1000);
        assertThat(explore(RUN, aborter(RUN), none)).isGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource(value = Flaw.class, mode = EnumSource.Mode.EXCLUDE, names = "CONTESTED_RUN_IS_LIKE_A_RECORD")
    void shouldFindTheFlaw(Flaw flaw) {
        assertThatThrownBy(() -> explore(DATA, EnumSet.of(flaw))).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Flaw.class,
            names = {
                "NO_BARRIER",
                "WRITER_DOES_NOT_CHECK",
                "PAYLOAD_AFTER_COMMIT",
                "SAVED_MAY_BE_CONTESTED",
                "CONTESTED_RUN_IS_LIKE_A_RECORD",
                "TRUSTS_ANOTHERS_BARRIER",
                "INVALIDATORS_TAKE_A_LOCK",
                "READER_IGNORES_CLAIM"
            })
    void shouldFindTheFlawWithABatch(Flaw flaw) {
        assertThatThrownBy(() -> explore(RUN, EnumSet.of(flaw))).isInstanceOf(AssertionError.class);
    }

    private static int explore(int claim, Set<Flaw> flaws) {
        return explore(claim, writer(claim, flaws), flaws);
    }

    private static int explore(int claim, List<Step> writer, Set<Flaw> flaws) {
        return explore(claim, claim, writer, flaws);
    }

    /** Runs all executions that start with a claim word, or 0 if the writer has yet to claim. */
    static int explore(int word, int claim, List<Step> writer, Set<Flaw> flaws) {
        int[] cells = new int[CELLS];
        cells[CLAIM] = word;
        Program invalidator = new Program(true, invalidator(flaws));
        return new StoreBufferMachine(
                        cells,
                        3,
                        ClaimProtocolModelTest::checkAlways,
                        List.of(
                                new Program(true, writer),
                                invalidator,
                                invalidator,
                                new Program(false, reader(flaws)),
                                new Program(false, walker(claim))))
                .explore();
    }

    static List<Step> writer(int claim, Set<Flaw> flaws) {
        boolean late = flaws.contains(Flaw.PAYLOAD_AFTER_COMMIT);
        int saved = saved(flaws);
        int contestedRun = contested(RUN, flaws);
        return List.of(
                turn -> {
                    if (!late) {
                        turn.store(PAYLOAD, 1);
                    }
                    return 1;
                },
                // A batch's claim becomes a record's.
                turn -> {
                    if (claim == DATA || turn.compareAndSet(CLAIM, RUN, DATA)) {
                        return 3;
                    }
                    return 2;
                },
                turn -> {
                    if (turn.compareAndSet(CLAIM, contestedRun, DATA)) {
                        return 3;
                    }
                    if (turn.load(CLAIM) == RUN) {
                        return 1;
                    }
                    turn.setRegister(RESULT, REFUSED);
                    return END;
                },
                turn -> {
                    turn.store(COMMIT, 1);
                    if (late) {
                        turn.store(PAYLOAD, 1);
                    }
                    return 4;
                },
                turn -> {
                    if (turn.load(CLAIM) == DATA || flaws.contains(Flaw.WRITER_DOES_NOT_CHECK)) {
                        turn.setRegister(RESULT, COMMITTED);
                        return END;
                    }
                    return 5;
                },
                turn -> {
                    boolean isSaved;
                    if (flaws.contains(Flaw.WRITER_SAVES_BY_STORE)) {
                        turn.store(CLAIM, saved);
                        isSaved = true;
                    } else {
                        isSaved = turn.compareAndSet(CLAIM, CONTESTED, saved);
                    }
                    if (isSaved) {
                        turn.setRegister(RESULT, COMMITTED);
                        return END;
                    }
                    return 6;
                },
                turn -> {
                    turn.setRegister(RESULT, turn.load(CLAIM) == saved ? COMMITTED : REFUSED);
                    return END;
                });
    }

    /** A writer that gives its claim up. */
    private static List<Step> aborter(int claim) {
        int contested = contested(claim, EnumSet.noneOf(Flaw.class));
        return List.of(
                turn -> turn.compareAndSet(CLAIM, claim, INVALID) ? 2 : 1,
                turn -> turn.compareAndSet(CLAIM, contested, INVALID) || turn.load(CLAIM) != claim ? 2 : 0,
                turn -> {
                    turn.setRegister(RESULT, REFUSED);
                    return END;
                });
    }

    private static int saved(Set<Flaw> flaws) {
        return flaws.contains(Flaw.SAVED_MAY_BE_CONTESTED) ? DATA : SAVED;
    }

    private static int contested(int claim, Set<Flaw> flaws) {
        return claim == RUN && !flaws.contains(Flaw.CONTESTED_RUN_IS_LIKE_A_RECORD) ? CONTESTED_RUN : CONTESTED;
    }

    private static boolean isContested(int claim) {
        return claim == CONTESTED || claim == CONTESTED_RUN;
    }

    /** An invalidator, which asks for a decision until there is one. */
    private static List<Step> invalidator(Set<Flaw> flaws) {
        boolean locked = flaws.contains(Flaw.INVALIDATORS_TAKE_A_LOCK);
        return List.of(
                turn -> {
                    int holder = turn.load(LOCK);
                    // The kernel frees the locks of the dead.
                    if (!locked || holder == 0 || holder == 1 + turn.id() || turn.isDead(holder - 1)) {
                        turn.compareAndSet(LOCK, holder, locked ? 1 + turn.id() : 0);
                        return 1;
                    }
                    return 0;
                },
                turn -> {
                    int claim = turn.load(CLAIM);
                    turn.setRegister(FROM, claim);
                    return claim == UNCHECKED ? 7 : claim == INVALID || claim == SAVED || claim == 0 ? 8 : 2;
                },
                turn -> {
                    turn.setRegister(LOOKED, turn.load(COMMIT));
                    return turn.register(FROM) == DATA && turn.register(LOOKED) != 0 ? 8 : 3;
                },
                turn -> {
                    int from = turn.register(FROM);
                    if (turn.isDead(WRITER) || (isContested(from) && turn.register(LOOKED) != 0)) {
                        return flaws.contains(Flaw.DECIDES_ON_A_LOOK_BEFORE_THE_DEATH) ? 6 : 5;
                    }
                    if (flaws.contains(Flaw.INVALIDATES_WITHOUT_CONTEST)) {
                        turn.compareAndSet(CLAIM, from, INVALID);
                        return 0;
                    }
                    int contested = isContested(from) ? from : contested(from, flaws);
                    if (from != contested && !turn.compareAndSet(CLAIM, from, contested)) {
                        return 0;
                    }
                    turn.setRegister(FROM, contested);
                    return from == contested && flaws.contains(Flaw.TRUSTS_ANOTHERS_BARRIER) ? 5 : 4;
                },
                turn -> {
                    if (!flaws.contains(Flaw.NO_BARRIER)) {
                        turn.fenceAll();
                    }
                    return 5;
                },
                turn -> {
                    turn.setRegister(LOOKED, turn.load(COMMIT));
                    return 6;
                },
                turn -> {
                    int from = turn.register(FROM);
                    int none = flaws.contains(Flaw.CHECK_AFTER_INVALIDATING) ? UNCHECKED : INVALID;
                    if (turn.register(LOOKED) == 0) {
                        turn.compareAndSet(CLAIM, from, none);
                    } else if (isContested(from)) {
                        turn.compareAndSet(CLAIM, from, saved(flaws));
                    }
                    return 0;
                },
                turn -> {
                    turn.compareAndSet(CLAIM, UNCHECKED, INVALID);
                    return 0;
                },
                turn -> {
                    turn.compareAndSet(LOCK, 1 + turn.id(), 0);
                    return END;
                });
    }

    private static List<Step> reader(Set<Flaw> flaws) {
        boolean claimFirst = flaws.contains(Flaw.READER_LOOKS_AT_CLAIM_FIRST);
        return List.of(
                turn -> {
                    turn.setRegister(LOOKED, turn.load(claimFirst ? CLAIM : COMMIT));
                    return 1;
                },
                turn -> {
                    int second = turn.load(claimFirst ? COMMIT : CLAIM);
                    int commit = claimFirst ? second : turn.register(LOOKED);
                    int claim = claimFirst ? turn.register(LOOKED) : second;
                    if (claim == INVALID && !flaws.contains(Flaw.READER_IGNORES_CLAIM)) {
                        turn.setRegister(RESULT, SKIPPED);
                        return END;
                    }
                    if (claim == UNCHECKED) {
                        turn.setRegister(RESULT, TORN);
                        return END;
                    }
                    if (claim == SAVED && turn.load(COMMIT) == 0) {
                        turn.setRegister(RESULT, TORN);
                        return END;
                    }
                    boolean isRecord = (commit != 0 && claim == DATA) || claim == SAVED;
                    if (isRecord || (commit != 0 && flaws.contains(Flaw.READER_IGNORES_CLAIM))) {
                        turn.setRegister(RESULT, turn.load(PAYLOAD) == 1 ? READ : TORN);
                        return END;
                    }
                    turn.setRegister(LOOKED, 0);
                    return 0;
                });
    }

    /** Another appender: where a batch's claim has become a record's, it finds the next record's header. */
    private static List<Step> walker(int claim) {
        return List.of(turn -> {
            if (claim == RUN && turn.load(CLAIM) == DATA) {
                turn.setRegister(RESULT, turn.load(PAYLOAD) == 1 ? READ : TORN);
            }
            return END;
        });
    }

    private static void checkAlways(State state) {
        int written = state.registers[WRITER][RESULT];
        int read = state.registers[READER][RESULT];
        state.check(read != TORN, "torn");
        state.check(state.registers[WALKER][RESULT] != TORN, "torn for an appender");
        for (int invalidator : INVALIDATORS) {
            state.check(state.endsAlone(invalidator), "waits for another");
        }
        if (state.memory[CLAIM] == INVALID) {
            state.check(written != COMMITTED, "invalidated and committed");
            state.check(read != READ, "invalidated and read");
        }
        if (written == REFUSED || read == SKIPPED) {
            state.check(state.memory[CLAIM] == INVALID, "back from the dead");
        }
    }
}
