package dev.ropewalk.sim.trace;

import dev.ropewalk.sim.engine.StableText;

/** Short names of resources for people. */
final class TraceNames {
    private static final int LONGEST = 40;

    private TraceNames() {}

    /** Returns the short name of an object's class. */
    static String typeOf(Object named) {
        return StableText.of(named.getClass().getSimpleName());
    }

    /**
     * Returns the text of an object, the name of a thread, or the class of an object where the text would be an address or can't be
     * made.
     */
    static String describe(Object named) {
        String text;
        try {
            text = named instanceof Thread thread ? thread.getName() : String.valueOf(named);
        } catch (RuntimeException | StackOverflowError failed) {
            text = named.getClass().getSimpleName();
        }
        if (named.getClass().isArray() || text.startsWith(named.getClass().getName() + "@")) {
            text = named.getClass().getSimpleName();
        }
        text = StableText.of(text);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
    }
}
