package dev.ropewalk.lab.experiment;

/**
 * One cell of the grid, as every contender gets it.
 *
 * @param params the values of all parameters
 * @param seed where all randomness of the workload comes from
 */
public record Cell(Params params, long seed) {}
