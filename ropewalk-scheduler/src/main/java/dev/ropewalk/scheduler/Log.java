package dev.ropewalk.scheduler;

import java.lang.System.Logger;

/**
 * This package's logger. A class by itself, so that the logger is made with the first message: that takes as long as to start
 * a scheduler.
 */
final class Log {
    static final Logger LOGGER = System.getLogger("dev.ropewalk.scheduler");

    private Log() {}
}
