package dev.ropewalk.base;

import java.util.Objects;

/** Names that users give, checked and shown. */
public final class Names {
    private static final int MAX_SHOWN = 100;

    private Names() {}

    /** Returns a name that isn't null or blank. */
    public static String checked(String name, String what) {
        if (Objects.requireNonNull(name, what).isBlank()) {
            throw new IllegalArgumentException("name is blank: '" + shown(name) + "'");
        }
        return name;
    }

    /** Returns a text as messages show it: a long one is cut, and its length given. */
    public static String shown(String text) {
        return text.length() <= MAX_SHOWN
                ? text
                : text.substring(0, MAX_SHOWN) + "... (" + text.length() + " characters)";
    }
}
