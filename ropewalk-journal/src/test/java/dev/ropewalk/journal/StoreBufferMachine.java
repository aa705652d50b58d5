package dev.ropewalk.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A machine whose every execution can be looked at: threads run small programs over shared cells, and each thread's plain
 * stores wait in a buffer, first in first out, and reach the memory at any later moment; a thread reads its own waiting
 * stores. It is the model of x86 by Owens, Sarkar and Sewell, "A Better x86 Memory Model: x86-TSO", 2009.
 */
final class StoreBufferMachine {
    /** A place in a program where the thread stops. */
    static final int END = -1;

    private static final int ENOUGH_STEPS = 100;
    private static final String STEPS = ":";

    /** One step of a program: reads and writes by the thread's means, and returns where the thread goes on, or its own place to wait. */
    @FunctionalInterface
    interface Step {
        int run(Turn turn);
    }

    private final int[] cells;
    private final List<List<Step>> programs;
    private final boolean[] mortal;
    private final int registers;
    private final Consumer<State> invariant;

    StoreBufferMachine(int[] cells, int registers, Consumer<State> invariant, List<Program> programs) {
        this.cells = cells;
        this.registers = registers;
        this.invariant = invariant;
        this.programs = programs.stream().map(Program::steps).toList();
        this.mortal = new boolean[programs.size()];
        for (int i = 0; i < mortal.length; i++) {
            mortal[i] = programs.get(i).mortal();
        }
    }

    /** What a thread runs, and whether it may be killed between two steps. */
    record Program(boolean mortal, List<Step> steps) {}

    /** Runs all executions and returns how many states there are. The invariant is checked in each. */
    int explore() {
        Set<String> seen = new HashSet<>();
        var open = new ArrayDeque<State>();
        open.push(new State());
        while (!open.isEmpty()) {
            State state = open.pop();
            if (!seen.add(state.key())) {
                continue;
            }
            invariant.accept(state);
            state.next().forEach(open::push);
        }
        return seen.size();
    }

    /** What led to a state: the last step, and all before it. */
    private record Trail(@Nullable Trail before, String what, int thread, int place) {
        String words() {
            var words = new ArrayDeque<String>();
            for (Trail trail = this; trail != null; trail = trail.before) {
                words.push(" " + trail.thread + trail.what + (trail.what.equals(STEPS) ? trail.place : "") + ",");
            }
            return String.join("", words);
        }
    }

    /** One state of memory and threads. */
    final class State {
        final int[] memory;
        final List<List<int[]>> buffers = new ArrayList<>();
        final int[] places;
        final int[][] registers;
        final boolean[] killed;
        private final @Nullable Trail trail;

        private State() {
            memory = cells.clone();
            places = new int[programs.size()];
            registers = new int[programs.size()][StoreBufferMachine.this.registers];
            killed = new boolean[programs.size()];
            trail = null;
            for (int i = 0; i < programs.size(); i++) {
                buffers.add(List.of());
            }
        }

        private State(State from, @Nullable Trail trail) {
            memory = from.memory.clone();
            places = from.places.clone();
            registers = from.registers.clone();
            for (int i = 0; i < registers.length; i++) {
                registers[i] = registers[i].clone();
            }
            killed = from.killed.clone();
            buffers.addAll(from.buffers);
            this.trail = trail;
        }

        private State after(String what, int thread) {
            return new State(this, new Trail(trail, what, thread, places[thread]));
        }

        /** Fails with all that led to this state. */
        void check(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError(what + (trail == null ? "" : ":" + trail.words()));
            }
        }

        private List<State> next() {
            List<State> next = new ArrayList<>();
            for (int t = 0; t < programs.size(); t++) {
                if (!buffers.get(t).isEmpty()) {
                    State flushed = after(" drains", t);
                    flushed.flushOldest(t);
                    next.add(flushed);
                }
                if (places[t] == END) {
                    continue;
                }
                State stepped = after(STEPS, t);
                stepped.places[t] = programs.get(t).get(places[t]).run(new Turn(stepped, t));
                next.add(stepped);
                if (mortal[t]) {
                    State dead = after(" dies", t);
                    dead.places[t] = END;
                    dead.killed[t] = true;
                    next.add(dead);
                }
            }
            return next;
        }

        /** Returns whether a thread comes to its end from here on although no other one does anything any more. */
        boolean endsAlone(int t) {
            var alone = new State(this, null);
            for (int i = 0; i < ENOUGH_STEPS && alone.places[t] != END; i++) {
                alone.places[t] = programs.get(t).get(alone.places[t]).run(new Turn(alone, t));
            }
            return alone.places[t] == END;
        }

        private void flushOldest(int t) {
            List<int[]> buffer = buffers.get(t);
            int[] store = buffer.getFirst();
            memory[store[0]] = store[1];
            buffers.set(t, buffer.subList(1, buffer.size()));
        }

        private void flush(int t) {
            while (!buffers.get(t).isEmpty()) {
                flushOldest(t);
            }
        }

        /** Returns all but the trail; small numbers each, so that a character holds one. */
        private String key() {
            var key = new StringBuilder();
            append(key, memory);
            for (int t = 0; t < places.length; t++) {
                key.append((char) places[t]).append(killed[t] ? 'k' : 'l');
                append(key, registers[t]);
                key.append((char) buffers.get(t).size());
                for (int[] store : buffers.get(t)) {
                    append(key, store);
                }
            }
            return key.toString();
        }

        private static void append(StringBuilder key, int[] numbers) {
            for (int number : numbers) {
                key.append((char) number);
            }
        }
    }

    /** What a step can do. */
    record Turn(State state, int id) {
        int register(int number) {
            return state.registers[id][number];
        }

        void setRegister(int number, int value) {
            state.registers[id][number] = value;
        }

        int load(int cell) {
            for (int[] store : state.buffers.get(id).reversed()) {
                if (store[0] == cell) {
                    return store[1];
                }
            }
            return state.memory[cell];
        }

        void store(int cell, int value) {
            List<int[]> buffer = new ArrayList<>(state.buffers.get(id));
            buffer.add(new int[] {cell, value});
            state.buffers.set(id, buffer);
        }

        boolean compareAndSet(int cell, int from, int to) {
            state.flush(id);
            if (state.memory[cell] != from) {
                return false;
            }
            state.memory[cell] = to;
            return true;
        }

        /** Returns whether a thread was killed, and all that it had stored has come out, as when the kernel frees its locks. */
        boolean isDead(int thread) {
            return state.killed[thread] && state.buffers.get(thread).isEmpty();
        }

        /** Makes every thread's stores visible, as membarrier does. */
        void fenceAll() {
            for (int t = 0; t < state.places.length; t++) {
                state.flush(t);
            }
        }
    }
}
