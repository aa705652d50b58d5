package dev.ropewalk.cluster.entity;

/** Why an entity is passivated. */
enum Passivation {
    IDLE,
    OVER,
    ASKED
}
