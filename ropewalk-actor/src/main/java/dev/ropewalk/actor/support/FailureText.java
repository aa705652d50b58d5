package dev.ropewalk.actor.support;

/** Makes text of a failure, to be kept instead of it: a failure may hold on to much. */
public final class FailureText {
    private static final int MOST = 300;

    private FailureText() {}

    /** Returns the first characters of what a failure says of itself; if that can't be told, its class. */
    public static String of(Throwable failure) {
        try {
            String whole = String.valueOf(failure.toString());
            return whole.length() <= MOST ? whole : whole.substring(0, MOST);
        } catch (Throwable inText) {
            return failure.getClass().getName();
        }
    }
}
