package dev.ropewalk.sim.oracle;

import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of operations that a sequential model accepts and in which each operation takes place between its call and
 * its return. What has not returned may take place at any time after its call, or not at all.
 *
 * <p>A depth-first search: of the operations that have been called before any of those left has returned, one is next. What makes
 * it fast enough is that no pair of a set of operations and a state is looked at twice. From Wing, Gong: Testing and verifying
 * concurrent objects, JPDC 1993, with the memory of Lowe: Testing for linearizability, CCPE 2017. The key of a pair holds only
 * the part of the set behind its first gap, which is about as long as the number of clients.
 */
final class Linearization<S, I, O> {
    private final SequentialModel<S, I, O> model;
    private final List<RecordedOperation<I, O>> operations;
    private final Budget budget;
    private final Events events;
    private final BitSet taken = new BitSet();
    private final Set<Looked<S>> looked = new HashSet<>();
    private final Deque<Choice<S>> path = new ArrayDeque<>();
    private int open;
    private LongestOrder<S> longest;

    /** Prepares the search; the operations must be sorted by their calls. */
    Linearization(SequentialModel<S, I, O> model, List<RecordedOperation<I, O>> operations, Budget budget) {
        this.model = model;
        this.operations = operations;
        this.budget = budget;
        this.events = new Events(operations);
        this.open =
                (int) operations.stream().filter(RecordedOperation::hasReturned).count();
        this.longest = new LongestOrder<>(List.of(), -1, model.initial());
    }

    /** Which operations were put in order, and what state they have led to. */
    private record Looked<S>(int first, BitSet others, S state) {}

    /** A call that was put next in the order, in a state. */
    private record Choice<S>(int call, S state) {}

    /** Returns the longest part of an order that was found, or null if there is an order of all. */
    @Nullable
    LongestOrder<S> search() {
        S state = model.initial();
        int event = events.next(0);
        while (open > 0) {
            if (!events.isReturn(event)) {
                S after = tryNext(event, state);
                if (after == null) {
                    event = events.next(event);
                } else {
                    path.push(new Choice<>(event, state));
                    events.take(event);
                    open -= hasReturned(event) ? 1 : 0;
                    state = after;
                    event = events.next(0);
                }
                continue;
            }
            note(event, state);
            if (path.isEmpty()) {
                return longest;
            }
            Choice<S> wrong = path.pop();
            taken.clear(events.operation(wrong.call()));
            events.giveBack(wrong.call());
            open += hasReturned(wrong.call()) ? 1 : 0;
            state = wrong.state();
            event = events.next(wrong.call());
        }
        return null;
    }

    private boolean hasReturned(int event) {
        return operations.get(events.operation(event)).hasReturned();
    }

    /** Returns the state after an operation that comes next, or null if it can't, or leads to what was looked at. */
    private @Nullable S tryNext(int call, S state) {
        int index = events.operation(call);
        RecordedOperation<I, O> operation = operations.get(index);
        budget.spend();
        S after = model.step(state, operation.input(), operation.output());
        if (after == null) {
            return null;
        }
        taken.set(index);
        int first = taken.nextClearBit(0);
        if (looked.add(new Looked<>(first, taken.get(first, Math.max(first, taken.length())), after))) {
            return after;
        }
        taken.clear(index);
        return null;
    }

    /** No order goes on from here: the operation of this return has to take place before it, and can't. */
    private void note(int event, S state) {
        if (path.size() > longest.order().size() || longest.stuck() < 0) {
            var order = new ArrayList<Integer>();
            path.descendingIterator().forEachRemaining(choice -> order.add(events.operation(choice.call())));
            longest = new LongestOrder<>(List.copyOf(order), events.operation(event), state);
        }
    }
}
