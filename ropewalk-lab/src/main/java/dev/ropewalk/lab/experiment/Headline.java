package dev.ropewalk.lab.experiment;

/**
 * A line of a report's summary: the metric that answers an experiment's question.
 *
 * @param metric the metric's name
 * @param meaning what a ratio in it means, in one sentence that holds for wins and for losses
 */
public record Headline(String metric, String meaning) {}
