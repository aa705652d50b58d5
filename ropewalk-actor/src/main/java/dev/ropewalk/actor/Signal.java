package dev.ropewalk.actor;

/** An event that the system tells an actor of, apart from its messages. */
public sealed interface Signal permits Terminated {}
