package dev.ropewalk.journal;

import static dev.ropewalk.journal.RecordLayout.DATA;
import static dev.ropewalk.journal.RecordLayout.DOUBTED;
import static dev.ropewalk.journal.RecordLayout.RUN;
import static dev.ropewalk.journal.RecordLayout.VOID;
import static dev.ropewalk.journal.StoreBufferMachine.END;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.StoreBufferMachine.Program;
import dev.ropewalk.journal.StoreBufferMachine.State;
import dev.ropewalk.journal.StoreBufferMachine.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All executions of the protocol of {@link Segment}: a writer between claim and commit, two who would void its claim, each of
 * which may be killed at any point, a reader, and an appender that walks past. Each flaw is one essential part left out, and
 * must be found.
 */
class ClaimProtocolModelTest {
    static final int CLAIM = 0;
    private static final int COMMIT = 1;
    static final int PAYLOAD = 2;
    private static final int LOCK = 3;
    private static final int CELLS = 4;

    /** A void claim that has no check of its length, which leads to what follows. */
    private static final int UNCHECKED = 7;

    private static final int WRITER = 0;
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
        VOIDS_WITHOUT_DOUBT,
        VOIDERS_WITHOUT_LOCK,
        CHECK_AFTER_VOIDING,
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
    @EnumSource(Flaw.class)
    void shouldFindTheFlaw(Flaw flaw) {
        assertThatThrownBy(() -> explore(DATA, EnumSet.of(flaw))).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Flaw.class,
            names = {"NO_BARRIER", "WRITER_DOES_NOT_CHECK", "PAYLOAD_AFTER_COMMIT", "READER_IGNORES_CLAIM"})
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
        Program voider = new Program(true, voider(flaws));
        return new StoreBufferMachine(
                        cells,
                        3,
                        ClaimProtocolModelTest::checkAlways,
                        List.of(
                                new Program(true, writer),
                                voider,
                                voider,
                                new Program(false, reader(flaws)),
                                new Program(false, walker(claim))))
                .explore();
    }

    static List<Step> writer(int claim, Set<Flaw> flaws) {
        boolean late = flaws.contains(Flaw.PAYLOAD_AFTER_COMMIT);
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
                    if (turn.compareAndSet(CLAIM, DOUBTED, DATA)) {
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
                    boolean saved;
                    if (flaws.contains(Flaw.WRITER_SAVES_BY_STORE)) {
                        turn.store(CLAIM, DATA);
                        saved = true;
                    } else {
                        saved = turn.compareAndSet(CLAIM, DOUBTED, DATA);
                    }
                    if (saved) {
                        turn.setRegister(RESULT, COMMITTED);
                        return END;
                    }
                    return 6;
                },
                turn -> {
                    turn.setRegister(RESULT, turn.load(CLAIM) == DATA ? COMMITTED : REFUSED);
                    return END;
                });
    }

    /** A writer that gives its claim up. */
    private static List<Step> aborter(int claim) {
        return List.of(
                turn -> turn.compareAndSet(CLAIM, claim, VOID) ? 2 : 1,
                turn -> turn.compareAndSet(CLAIM, DOUBTED, VOID) || turn.load(CLAIM) != claim ? 2 : 0,
                turn -> {
                    turn.setRegister(RESULT, REFUSED);
                    return END;
                });
    }

    private static List<Step> voider(Set<Flaw> flaws) {
        boolean locked = !flaws.contains(Flaw.VOIDERS_WITHOUT_LOCK);
        return List.of(
                turn -> {
                    int holder = turn.load(LOCK);
                    // The kernel frees the locks of the dead.
                    if (!locked || holder == 0 || turn.isDead(holder - 1)) {
                        turn.compareAndSet(LOCK, holder, 1 + turn.id());
                        return 1;
                    }
                    return 0;
                },
                turn -> turn.load(COMMIT) == 0 || turn.load(CLAIM) == DOUBTED ? 2 : 7,
                turn -> {
                    int claim = turn.load(CLAIM);
                    turn.setRegister(FROM, claim);
                    return claim == VOID || claim == 0 ? 7 : 3;
                },
                turn -> {
                    int from = turn.register(FROM);
                    if (turn.isDead(WRITER)) {
                        turn.compareAndSet(CLAIM, from, turn.load(COMMIT) == 0 ? VOID : DATA);
                        return 7;
                    }
                    if (flaws.contains(Flaw.VOIDS_WITHOUT_DOUBT)) {
                        turn.compareAndSet(CLAIM, from, VOID);
                        return 7;
                    }
                    return from == DOUBTED || turn.compareAndSet(CLAIM, from, DOUBTED) ? 4 : 7;
                },
                turn -> {
                    if (!flaws.contains(Flaw.NO_BARRIER)) {
                        turn.fenceAll();
                    }
                    turn.setRegister(LOOKED, turn.load(COMMIT));
                    return 5;
                },
                turn -> {
                    boolean checksLater = flaws.contains(Flaw.CHECK_AFTER_VOIDING);
                    turn.compareAndSet(
                            CLAIM, DOUBTED, turn.register(LOOKED) != 0 ? DATA : checksLater ? UNCHECKED : VOID);
                    return 6;
                },
                turn -> {
                    turn.compareAndSet(CLAIM, UNCHECKED, VOID);
                    return 7;
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
                    if (claim == VOID && !flaws.contains(Flaw.READER_IGNORES_CLAIM)) {
                        turn.setRegister(RESULT, SKIPPED);
                        return END;
                    }
                    if (claim == UNCHECKED) {
                        turn.setRegister(RESULT, TORN);
                        return END;
                    }
                    if (commit != 0 && (claim == DATA || flaws.contains(Flaw.READER_IGNORES_CLAIM))) {
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
        assertThat(read).as(state.history).isNotEqualTo(TORN);
        assertThat(state.registers[WALKER][RESULT]).as(state.history).isNotEqualTo(TORN);
        if (state.memory[CLAIM] == VOID) {
            assertThat(written).as("voided and committed:" + state.history).isNotEqualTo(COMMITTED);
            assertThat(read).as("voided and read:" + state.history).isNotEqualTo(READ);
        }
        if (written == REFUSED || read == SKIPPED) {
            assertThat(state.memory[CLAIM])
                    .as("back from the dead:" + state.history)
                    .isEqualTo(VOID);
        }
    }
}
