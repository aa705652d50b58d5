package dev.ropewalk.demo.control;

import java.time.Duration;
import java.util.Set;

/** What the demonstration can be told to do. */
sealed interface Command {
    /** Tell what can be done. */
    record Help() implements Command {}

    /** Tell how each node is. */
    record Status() implements Command {}

    /** End the process of a node, without a chance for it to say so. */
    record Kill(int node) implements Command {}

    /** Have the process of a node stand still. */
    record Pause(int node) implements Command {}

    /** Have it go on. */
    record Resume(int node) implements Command {}

    /** Cut all nodes of one part from all of the other. */
    record Partition(Set<Integer> one, Set<Integer> other) implements Command {}

    /** Open all ways again. */
    record Heal() implements Command {}

    /** Start a node that has ended, under the address that it had. */
    record Start(int node) implements Command {}

    /** Have a node leave as planned. */
    record Leave(int node) implements Command {}

    /** Let time pass. */
    record Wait(Duration time) implements Command {}

    /** Wait until the nodes that run see each other, and nobody else, as members that are up. */
    record Settle() implements Command {}

    /** End. */
    record Quit() implements Command {}
}
