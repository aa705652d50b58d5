package dev.ropewalk.sim.trace;

/**
 * What stands above a picture.
 *
 * @param test the name of the test
 * @param strategy the strategy that has found the run
 * @param seed the seed of the run, as text
 * @param replay the string that repeats the run
 * @param failure how the run has failed
 */
public record PictureTitle(String test, String strategy, String seed, String replay, String failure) {}
