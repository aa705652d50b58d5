package dev.ropewalk.lab.experiment;

/** What the iterations of a cell must answer. */
@FunctionalInterface
public interface Answers {
    /**
     * Returns the right answer.
     *
     * @param iteration how many iterations the trial has run before, over all passes
     */
    String at(int iteration);

    /**
     * Returns the right answer in one pass, where passes do not all come to the same.
     *
     * @param iteration how many iterations the trial has run before, over all passes
     */
    default String at(int iteration, Pass pass) {
        return at(iteration);
    }

    /** Returns answers that are the same in each iteration. */
    static Answers always(String answer) {
        return iteration -> answer;
    }
}
