package dev.ropewalk.sim.model;

import dev.ropewalk.scheduler.step.StepKind;
import java.util.function.Predicate;

/**
 * A step of a model party.
 *
 * @param resource its resource
 * @param enabled whether the party can take it
 * @param effect what it does; returns whether the party goes on to its next step
 */
public record ModelOp(StepKind kind, int resource, Enabled enabled, Effect effect) {
    private static final int LOCKS = 1000;
    private static final int SEMAPHORES = 2000;
    private static final int PARTIES = 3000;
    private static final int PRIVATE = 4000;

    /** Whether a step can be taken. */
    @FunctionalInterface
    public interface Enabled {
        /** Looks only. */
        boolean isEnabled(ModelState state, int party);
    }

    /** What a step does. */
    @FunctionalInterface
    public interface Effect {
        /** Does it, and returns whether the party goes on to its next step. */
        boolean run(ModelState state, int party);
    }

    private static ModelOp access(int resource, Effect effect) {
        return new ModelOp(StepKind.ACCESS, resource, (state, party) -> true, effect);
    }

    /** Does nothing that others see. */
    public static ModelOp skip(int number) {
        return access(PRIVATE + number, (state, party) -> true);
    }

    /** Sets a variable. */
    public static ModelOp set(int variable, int value) {
        return access(variable, (state, party) -> {
            state.variables[variable] = value;
            return true;
        });
    }

    /** Adds one to a variable at once. */
    public static ModelOp add(int variable) {
        return access(variable, (state, party) -> {
            state.variables[variable]++;
            return true;
        });
    }

    /** Reads a variable into the party's only register. */
    public static ModelOp load(int variable) {
        return access(variable, (state, party) -> {
            state.locals[party] = state.variables[variable];
            return true;
        });
    }

    /** Writes the register plus something into a variable. */
    public static ModelOp store(int variable, int plus) {
        return access(variable, (state, party) -> {
            state.variables[variable] = state.locals[party] + plus;
            return true;
        });
    }

    /** Fails the run if a condition doesn't hold; looks at one variable. */
    public static ModelOp check(int variable, Predicate<ModelState> condition) {
        return access(variable, (state, party) -> {
            state.failed |= !condition.test(state);
            return true;
        });
    }

    /** Polls until a variable has a value. */
    public static ModelOp spinUntil(int variable, int value) {
        return new ModelOp(
                StepKind.SPIN, variable, (state, party) -> true, (state, party) -> state.variables[variable] == value);
    }

    /** Polls for ever until a variable has a value, and doesn't say so. */
    public static ModelOp pollUntil(int variable, int value) {
        return access(variable, (state, party) -> state.variables[variable] == value);
    }

    /** Waits for a lock and takes it. */
    public static ModelOp lock(int lock) {
        return new ModelOp(StepKind.ACQUIRE, LOCKS + lock, (state, party) -> state.owners[lock] < 0, (state, party) -> {
            state.owners[lock] = party;
            return true;
        });
    }

    /**
     * Takes a lock, or begins to wait for it: both are a step on the lock. The waiting party tries again when the lock has been
     * given back.
     */
    public static ModelOp lockOrWait(int lock) {
        return new ModelOp(
                StepKind.ACQUIRE,
                LOCKS + lock,
                (state, party) -> !state.waiting[party] || state.owners[lock] < 0,
                (state, party) -> {
                    state.waiting[party] = state.owners[lock] >= 0;
                    if (!state.waiting[party]) {
                        state.owners[lock] = party;
                    }
                    return !state.waiting[party];
                });
    }

    /** Takes a permit, or begins to wait for one. */
    public static ModelOp acquireOrWait(int semaphore) {
        return new ModelOp(
                StepKind.ACQUIRE,
                SEMAPHORES + semaphore,
                (state, party) -> !state.waiting[party] || state.permits[semaphore] > 0,
                (state, party) -> {
                    state.waiting[party] = state.permits[semaphore] == 0;
                    if (!state.waiting[party]) {
                        state.permits[semaphore]--;
                    }
                    return !state.waiting[party];
                });
    }

    /** Gives a lock back. */
    public static ModelOp unlock(int lock) {
        return new ModelOp(StepKind.RELEASE, LOCKS + lock, (state, party) -> true, (state, party) -> {
            state.owners[lock] = -1;
            return true;
        });
    }

    /** Waits for a permit and takes it. */
    public static ModelOp acquire(int semaphore) {
        return new ModelOp(
                StepKind.ACQUIRE,
                SEMAPHORES + semaphore,
                (state, party) -> state.permits[semaphore] > 0,
                (state, party) -> {
                    state.permits[semaphore]--;
                    return true;
                });
    }

    /** Gives a permit. */
    public static ModelOp release(int semaphore) {
        return new ModelOp(StepKind.RELEASE, SEMAPHORES + semaphore, (state, party) -> true, (state, party) -> {
            state.permits[semaphore]++;
            return true;
        });
    }

    /** Begins another party, which has to be declared as begun by another. */
    public static ModelOp start(int other) {
        return new ModelOp(StepKind.START, PARTIES + other, (state, party) -> true, (state, party) -> {
            state.started[other] = true;
            return true;
        });
    }

    /** Sets a variable to a drawn option. */
    public static ModelOp draw(int variable, int bound) {
        return access(variable, (state, party) -> {
            state.variables[variable] = state.choices.draw(bound);
            return true;
        });
    }

    /** Sets a variable to 1 if a fault happens. */
    public static ModelOp fault(int variable, int oneIn) {
        return access(variable, (state, party) -> {
            if (state.choices.strike(oneIn)) {
                state.variables[variable] = 1;
            }
            return true;
        });
    }
}
