package dev.ropewalk.base;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Whether the JVM's flight recorder has been in use. Until then no event may be made: the first event class that a JVM loads brings a
 * hundred classes of the recorder with it, a quarter of a second of computing, although nobody records.
 *
 * <p>The field is plain, so that asking costs a load and a branch. A thread may see the change late, and then misses events of the
 * recording's first moments. Thread-safe.
 */
public final class FlightRecorderState {
    private static boolean used;

    static {
        listen();
    }

    private FlightRecorderState() {}

    /** Returns whether a recording was made since the JVM began; it may be over. */
    public static boolean isUsed() {
        return used;
    }

    /**
     * Without memory or a recorder there are no events; a class whose initialization fails would stay unusable. This class itself names no
     * class of the recorder, or it couldn't be linked where there is none.
     */
    private static void listen() {
        try {
            Listener.begin();
        } catch (Throwable noRecorder) {
            return;
        }
    }

    private static final class Listener implements FlightRecorderListener {
        static void begin() {
            FlightRecorder.addListener(new Listener());
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            used = true;
        }
    }
}
