package dev.ropewalk.example.postgres;

import dev.ropewalk.example.postgres.Registers.Old;
import dev.ropewalk.sim.History;
import dev.ropewalk.sim.SequentialModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What all nodes have noted, and whether it fits together. The lines, each with a dot at its end:
 *
 * <pre>
 *  call      register, id, value to set or 0 to ask, time
 *  return    id, value before, instance, time
 *  handled   key, sender, number, instance, time
 *  delivered key, sender, how many were sent     all of them were handled, as the sender says
 *  over                                          the node has lived until the end
 * </pre>
 */
final class Notes {
    private final Map<String, Call> calls = new HashMap<>();
    private final List<Handled> handled = new ArrayList<>();
    private final Map<Line, Long> delivered = new HashMap<>();
    private final Set<String> survivors = new HashSet<>();

    /** A command to a register. */
    private static final class Call {
        final String register;
        final long value;
        final long begin;

        @Nullable
        Old old;

        long end;

        Call(String register, long value, long begin) {
            this.register = register;
            this.value = value;
            this.begin = begin;
        }
    }

    /** What a sender sends to a key. */
    private record Line(String key, String sender) {}

    private record Handled(Line line, long number, long instance, long time, String node) {}

    /** A command, as the model sees it. */
    private record Input(String register, long value) {}

    /** What a register has in it, and which of its instances that is. */
    private record State(long instance, long value) {}

    private record Event(long time, Call call, boolean isReturn) {}

    /** Adds a line of a node; one that was cut off by the end of its process is left out. */
    void add(String node, String line) {
        String[] words = line.split(" ", -1);
        if (!words[words.length - 1].equals(".")) {
            return;
        }
        switch (words[0]) {
            case "call" -> calls.put(words[2], new Call(words[1], Long.parseLong(words[3]), Long.parseLong(words[4])));
            case "return" -> {
                Call call = Objects.requireNonNull(calls.get(words[1]));
                call.old = new Old(Long.parseLong(words[2]), Long.parseLong(words[3]));
                call.end = Long.parseLong(words[4]);
            }
            case "handled" ->
                handled.add(new Handled(
                        new Line(words[1], words[2]),
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]),
                        node));
            case "delivered" -> delivered.put(new Line(words[1], words[2]), Long.parseLong(words[3]));
            case "over" -> survivors.add(node);
            default -> throw new IllegalArgumentException("no note: " + line);
        }
    }

    /** Returns how many commands were answered. */
    long answers() {
        return calls.values().stream().filter(call -> call.old != null).count();
    }

    /** Returns how many messages of living senders were delivered. */
    long delivered() {
        return delivered.values().stream().mapToLong(Long::longValue).sum();
    }

    // Registers

    /**
     * Checks that the registers are linearizable.
     *
     * @throws AssertionError if they aren't
     */
    void checkRegisters() {
        Set<Long> seen = new HashSet<>();
        for (Call call : calls.values()) {
            if (call.old != null) {
                seen.add(call.old.value());
            }
        }
        List<Event> events = new ArrayList<>();
        for (Call call : calls.values()) {
            // whether a value was set that nobody has seen makes no difference to anybody
            if (call.old != null || (seen.contains(call.value) && call.value != 0)) {
                events.add(new Event(call.begin, call, false));
            }
            if (call.old != null) {
                events.add(new Event(call.end, call, true));
            }
        }
        events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isReturn));
        var history = new History<Input, Old>();
        Map<Call, History<Input, Old>.Call> begun = new HashMap<>();
        for (Event event : events) {
            if (event.isReturn) {
                Objects.requireNonNull(begun.get(event.call)).returned(event.call.old);
            } else {
                begun.put(event.call, history.begin("client", new Input(event.call.register, event.call.value)));
            }
        }
        history.check(new Register(), Math.max(5_000_000, 1000L * events.size()));
    }

    /**
     * A register that has one instance after another. One in the database has a single one, whatever becomes of entities; one in memory begins with what was handed over, or with nothing.
     */
    private static final class Register implements SequentialModel<State, Input, Old> {
        @Override
        public State initial() {
            return new State(0, 0);
        }

        @Override
        public @Nullable State step(State state, Input input, @Nullable Old old) {
            long next = input.value == 0 ? state.value : input.value;
            if (old == null) {
                return new State(state.instance, next);
            }
            boolean isNew = old.instance() > state.instance;
            if (old.instance() < state.instance || (old.value() != state.value && !(isNew && old.value() == 0))) {
                return null;
            }
            return new State(old.instance(), input.value == 0 ? old.value() : input.value);
        }

        @Override
        public Object part(Input input) {
            return input.register;
        }
    }

    // Reliable messages

    /**
     * Returns what is wrong with the messages that must not be lost: one is missing, or is out of order, or was handled again though the node on which that was done before hasn't failed.
     */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        Map<Line, List<Handled>> lines = new HashMap<>();
        for (Handled each : handled) {
            lines.computeIfAbsent(each.line, any -> new ArrayList<>()).add(each);
        }
        lines.values().forEach(all -> checkLine(all, complaints));
        delivered.forEach((line, sent) -> {
            long count = lines.getOrDefault(line, List.of()).stream()
                    .map(Handled::number)
                    .distinct()
                    .count();
            if (count != sent) {
                complaints.add(line + ": " + sent + " were sent, " + count + " handled");
            }
        });
        return complaints;
    }

    private void checkLine(List<Handled> all, List<String> complaints) {
        all.sort(Comparator.comparingLong(Handled::time));
        Map<Long, Handled> byNumber = new HashMap<>();
        Handled last = null;
        for (Handled each : all) {
            Handled before = byNumber.put(each.number, each);
            boolean isNext = last != null && each.number == last.number + 1;
            boolean isInOrder = (last != null && last.instance == each.instance)
                    ? isNext
                    : each.number <= (last == null ? 0 : last.number + 1);
            if (!isInOrder) {
                complaints.add(each + " comes behind " + last);
            } else if (before != null && survivors.contains(before.node)) {
                complaints.add(each + " was handled before: " + before);
            }
            last = each;
        }
    }
}
