package dev.ropewalk.cpu.clock;

import dev.ropewalk.cpu.NanoClock;

/** The clock of the JDK. */
public enum SystemClock implements NanoClock {
    INSTANCE;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public String toString() {
        return "System.nanoTime";
    }
}
