package dev.ropewalk.cpu;

/** The clock of the JDK. */
enum SystemClock implements NanoClock {
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
