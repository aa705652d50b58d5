package dev.ropewalk.lab.locality;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.sim.machine.Machine;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Executor;

/** The part of a cell that is the same for all contenders. Immutable. */
final class Workload {
    static final String WORKERS = "workers";
    static final String ACTORS = "actors";
    static final String ACCESSES = "accesses";
    static final String STATE = "state";
    static final String LOAD = "load";
    static final String MESSAGES = "messages";

    private final int workers;
    private final int accesses;
    private final int stateBytes;
    private final long seed;
    private final int[] messages;

    Workload(Cell cell) {
        this(cell, cell.params().integer(MESSAGES));
    }

    /** Makes the workload of a cell with another number of messages. */
    Workload(Cell cell, int messages) {
        Params params = cell.params();
        workers = params.integer(WORKERS);
        accesses = params.integer(ACCESSES);
        stateBytes = params.integer(STATE);
        seed = cell.seed();
        this.messages = Load.of(params.text(LOAD)).deal(params.integer(ACTORS), messages, seed);
    }

    int workers() {
        return workers;
    }

    int actors() {
        return messages.length;
    }

    /** Returns how many messages all actors together get in one iteration. */
    long messages() {
        return Arrays.stream(messages).asLongStream().sum();
    }

    /** Returns how many messages an actor gets in one iteration; some may get none. */
    int messages(int actor) {
        return messages[actor];
    }

    /** Returns an actor's state, as it is before the first iteration. */
    PrivateState newState(int actor) {
        return new PrivateState(stateBytes, accesses, PrivateState.seedOf(seed, actor));
    }

    /** Returns an actor, as it is before the first iteration. */
    Actor newActor(int actor) {
        return new Actor(stateBytes, accesses, PrivateState.seedOf(seed, actor));
    }

    /** Returns an actor on a modelled machine, which calls back after its last message. */
    ModelActor newModelActor(Machine machine, int actor, Executor executor, Runnable whenFinished) {
        return new ModelActor(machine, stateBytes, accesses, PrivateState.seedOf(seed, actor), executor, whenFinished);
    }

    /** Returns an answer as contenders give it. */
    static String answer(long checksum) {
        return String.format(Locale.ROOT, "checksum %016x", checksum);
    }

    /**
     * Returns the right answers, found without any concurrency, one actor after the other: the first iteration reads bytes that
     * weren't written yet, all later ones read what the one before wrote.
     */
    Answers answers() {
        long first = 0;
        long later = 0;
        for (int actor = 0; actor < actors(); actor++) {
            PrivateState state = newState(actor);
            first += iterate(state, messages[actor]);
            later += iterate(state, messages[actor]);
        }
        String firstAnswer = answer(first);
        String laterAnswer = answer(later);
        return iteration -> iteration == 0 ? firstAnswer : laterAnswer;
    }

    private static long iterate(PrivateState state, int messages) {
        state.begin();
        for (int k = 0; k < messages; k++) {
            state.process();
        }
        return state.checksum();
    }
}
