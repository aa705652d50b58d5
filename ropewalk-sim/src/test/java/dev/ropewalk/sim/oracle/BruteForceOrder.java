package dev.ropewalk.sim.oracle;

import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayList;
import java.util.List;

/** Tries all orders of all subsets that hold every operation that has returned. */
final class BruteForceOrder {
    private BruteForceOrder() {}

    static <S, I, O> boolean exists(SequentialModel<S, I, O> model, List<RecordedOperation<I, O>> operations) {
        return exists(model, model.initial(), operations);
    }

    private static <S, I, O> boolean exists(
            SequentialModel<S, I, O> model, S state, List<RecordedOperation<I, O>> left) {
        if (left.stream().noneMatch(RecordedOperation::hasReturned)) {
            return true;
        }
        for (RecordedOperation<I, O> next : left) {
            if (left.stream().anyMatch(other -> other.returned() < next.invoked())) {
                continue;
            }
            S after = model.step(state, next.input(), next.output());
            if (after == null) {
                continue;
            }
            List<RecordedOperation<I, O>> rest = new ArrayList<>(left);
            rest.remove(next);
            if (exists(model, after, rest)) {
                return true;
            }
        }
        return false;
    }
}
