package dev.ropewalk.cluster;

/**
 * What was counted of the entities of a type, since it is hosted.
 *
 * @param active how many live at this moment, those that are about to stop among them
 * @param started how many have begun, each time
 * @param passivatedIdle how many were passivated because they were idle
 * @param passivatedOver how many were passivated because there were too many
 * @param passivatedAsked how many were passivated because somebody wanted that, or the cluster was closed
 * @param stopped how many have stopped otherwise: by themselves, by a failure, or with their system
 */
public record EntityStats(
        long active, long started, long passivatedIdle, long passivatedOver, long passivatedAsked, long stopped) {}
