package dev.ropewalk.lab.result;

/**
 * What the machine gave to a fixed piece of computing, run on every core at once while no contender ran.
 *
 * @param millis how long it took
 * @param share the part of the cores' time that it got, from 0 to 1: what is missing went to other programs or machines
 * @param load the system's load average over a minute before; it counts the contenders that ran before, too; negative if
 *     the system doesn't tell
 */
public record Probe(double millis, double share, double load) {}
