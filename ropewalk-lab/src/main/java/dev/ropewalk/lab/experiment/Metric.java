package dev.ropewalk.lab.experiment;

/**
 * Something that an iteration yields one number of.
 *
 * @param name as in result files and tables
 * @param unit of the number: {@code ns}, {@code us}, {@code ms}, {@code MiB}, or any other, shown as it is
 * @param better which direction wins
 * @param description a short sentence for the report
 */
public record Metric(String name, String unit, Better better, String description) {
    /** Wall time of an iteration. */
    public static final Metric TIME = new Metric("time", "ms", Better.LOWER, "Wall time of one iteration.");

    /** CPU time of the contender's process during an iteration. */
    public static final Metric CPU = new Metric(
            "cpu",
            "ms",
            Better.LOWER,
            "User and system CPU time of the contender's whole process during one iteration.");

    /** The most memory that the contender's process has held. */
    public static final Metric PEAK_MEMORY = new Metric(
            "peak-memory",
            "MiB",
            Better.LOWER,
            "The most physical memory that the contender's process has held since this cell began. The process is"
                    + " reused, so that heap grown in earlier cells counts as long as the JVM keeps it.");

    /** Which direction wins. */
    public enum Better {
        /** Less is better. */
        LOWER,
        /** More is better. */
        HIGHER,
        /** Neither: it tells something about the cell and is the same for all contenders. */
        NEITHER
    }
}
