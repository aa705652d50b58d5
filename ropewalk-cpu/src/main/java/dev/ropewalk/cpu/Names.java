package dev.ropewalk.cpu;

/** Names that users give, as messages show them. */
public final class Names {
    private static final int MAX_SHOWN = 100;

    private Names() {}

    /** Returns a text as messages show it: a long one is cut, and its length given. */
    public static String shown(String text) {
        return text.length() <= MAX_SHOWN
                ? text
                : text.substring(0, MAX_SHOWN) + "... (" + text.length() + " characters)";
    }
}
