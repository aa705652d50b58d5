package dev.ropewalk.lab.savina;

/** What the two fork-join programs share. */
final class ForkJoin {
    /** What the root gets. */
    sealed interface Cue {}

    enum Start implements Cue {
        START
    }

    /** A worker's end, with the sum of what it computed. */
    record Joined(double sum) implements Cue {}

    private ForkJoin() {}

    /** Returns what a message makes an actor compute: next to nothing. */
    static double work(int number) {
        double sine = Math.sin(number);
        return sine * sine;
    }

    /** Returns an answer that doesn't depend on the order in which the sums were added. */
    static String answer(int actors, double sum) {
        return actors + " actors joined, with a sum of " + Math.round(sum);
    }
}
