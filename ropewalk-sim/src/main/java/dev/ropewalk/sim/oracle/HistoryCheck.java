package dev.ropewalk.sim.oracle;

import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a history is linearizable, each part by itself: a history is, if and only if those of its parts are (Herlihy,
 * Wing: Linearizability, TOPLAS 1990). Partition makes long histories checkable, as in Athalye's Porcupine.
 */
public final class HistoryCheck {
    private HistoryCheck() {}

    /**
     * Returns what is wrong, or null if the history is linearizable.
     *
     * @param maxSteps how many steps of the model the check may take
     * @throws IllegalStateException if it wasn't decided within these
     */
    public static <S, I, O> @Nullable String complaint(
            SequentialModel<S, I, O> model, List<RecordedOperation<I, O>> operations, long maxSteps) {
        var budget = new Budget(maxSteps);
        Map<Object, List<RecordedOperation<I, O>>> parts = new LinkedHashMap<>();
        for (RecordedOperation<I, O> operation : operations) {
            parts.computeIfAbsent(model.part(operation.input()), _ -> new ArrayList<>())
                    .add(operation);
        }
        for (Map.Entry<Object, List<RecordedOperation<I, O>>> part : parts.entrySet()) {
            List<RecordedOperation<I, O>> sorted = new ArrayList<>(part.getValue());
            sorted.sort(Comparator.comparingInt(RecordedOperation::invoked));
            LongestOrder<S> longest = new Linearization<>(model, sorted, budget).search();
            if (longest != null) {
                return HistoryText.of(parts.size() == 1 ? "" : " of " + part.getKey(), sorted, longest);
            }
        }
        return null;
    }
}
