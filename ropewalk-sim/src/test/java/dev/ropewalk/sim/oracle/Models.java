package dev.ropewalk.sim.oracle;

import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Specifications of objects whose inputs are lists: the name of the operation and its arguments. */
final class Models {
    private Models() {}

    /** {@code write value} and {@code read}. */
    static final SequentialModel<Integer, List<Object>, Integer> REGISTER = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public @Nullable Integer step(Integer state, List<Object> input, @Nullable Integer output) {
            if (input.getFirst().equals("write")) {
                return (Integer) input.get(1);
            }
            return output == null || output.equals(state) ? state : null;
        }
    };

    /** {@code put value} and {@code take}, which returns -1 if the queue is empty. */
    static final SequentialModel<List<Integer>, List<Object>, Integer> QUEUE = new SequentialModel<>() {
        @Override
        public List<Integer> initial() {
            return List.of();
        }

        @Override
        public @Nullable List<Integer> step(List<Integer> state, List<Object> input, @Nullable Integer output) {
            if (input.getFirst().equals("put")) {
                List<Integer> longer = new ArrayList<>(state);
                longer.add((Integer) input.get(1));
                return List.copyOf(longer);
            }
            int taken = state.isEmpty() ? -1 : state.getFirst();
            if (output != null && output != taken) {
                return null;
            }
            return state.isEmpty() ? state : List.copyOf(state.subList(1, state.size()));
        }
    };

    /** {@code put key value}, which returns the old value, and {@code get key}; 0 is none. */
    static final SequentialModel<Integer, List<Object>, Integer> MAP = new SequentialModel<>() {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public @Nullable Integer step(Integer state, List<Object> input, @Nullable Integer output) {
            if (output != null && !output.equals(state)) {
                return null;
            }
            return input.getFirst().equals("put") ? (Integer) input.get(2) : state;
        }

        @Override
        public Object part(List<Object> input) {
            return input.get(1);
        }
    };
}
