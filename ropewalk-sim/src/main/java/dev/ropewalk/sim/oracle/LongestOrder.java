package dev.ropewalk.sim.oracle;

import java.util.List;

/**
 * The longest part of an order that a model accepts.
 *
 * @param order the indexes of its operations
 * @param stuck the index of the operation that returned before any other and has no place after these; -1 if there is none
 * @param state the state after them
 */
record LongestOrder<S>(List<Integer> order, int stuck, S state) {}
