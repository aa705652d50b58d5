package dev.ropewalk.sim.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is left over at the end of a run. */
final class Leaks {
    private final List<String> described = new ArrayList<>();
    private final Set<String> places = new HashSet<>();

    /** Adds something that is told in words, and the place in the code that tells it apart from others. */
    void add(String text, String place) {
        described.add(text);
        places.add(place);
    }

    /** Adds something with the stack that it comes from. */
    void add(String text, List<StackTraceElement> stack) {
        var told = new StringBuilder(text);
        UserFrames.append(told, stack);
        add(told.toString(), stack.isEmpty() ? text : stack.getFirst().toString());
    }

    boolean isEmpty() {
        return described.isEmpty();
    }

    /** Returns how a run has ended that leaves these. */
    Ending ending(Ending.Kind kind, String what) {
        return Ending.left(kind, what, described, places);
    }
}
