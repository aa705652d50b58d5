package dev.ropewalk.sim;

/**
 * How often a named property was looked at in the runs of a campaign.
 *
 * @param name its name
 * @param kind the method of {@link Simulation} that it was given to, such as {@code always}
 * @param runs in how many runs it was looked at
 * @param looks how often it was looked at
 * @param held how often it held
 */
public record PropertyCoverage(String name, String kind, long runs, long looks, long held) {}
