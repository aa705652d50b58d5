package dev.ropewalk.sim.thread;

/** Makes the places of worlds, of the kind that this JVM allows. */
public final class PlacesFactory {
    static {
        if (JdkThreads.canBeCarried()) {
            WorldTimers.install(JdkThreads.timers());
        }
    }

    private PlacesFactory() {}

    /** Makes places on virtual threads if that is asked for, else on platform threads. */
    public static Places create(PlaceHost host, boolean virtual, String name) {
        return virtual ? new CarriedPlaces(host, name) : new BatonPlaces(host, name);
    }

    /** Returns whether virtual threads can run on a world's thread in this JVM. */
    public static boolean areVirtual() {
        return JdkThreads.canBeCarried();
    }
}
