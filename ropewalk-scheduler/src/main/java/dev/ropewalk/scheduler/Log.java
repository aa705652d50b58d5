package dev.ropewalk.scheduler;

import java.lang.System.Logger;

/** This package's logger. It is by itself so that it is made with the first message: that takes as long as to start a scheduler. */
final class Log {
    static final Logger LOGGER = System.getLogger("dev.ropewalk.scheduler");

    private Log() {}
}
