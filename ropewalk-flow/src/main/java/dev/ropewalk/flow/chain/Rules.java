package dev.ropewalk.flow.chain;

/** The texts of what breaks a rule of Reactive Streams. */
public final class Rules {
    private Rules() {}

    /** Returns the failure of a subscriber that has requested a number that isn't above zero. */
    public static IllegalArgumentException nonPositive(long elements) {
        return new IllegalArgumentException("non-positive subscription request: " + elements + " (rule 3.9)");
    }

    /** Returns the failure of a publisher that has sent more than was requested. */
    public static IllegalStateException notRequested(long element) {
        return new IllegalStateException(
                "element " + element + " came, but only " + (element - 1) + " were requested (rule 1.1)");
    }
}
