package dev.ropewalk.scheduler.queue;

/** How hard a model test tries, by the knob of all stress tests. */
public final class ModelEffort {
    private ModelEffort() {}

    /** Returns how many scenarios to try. */
    public static int scenarios(int quick) {
        return switch (System.getProperty("ropewalk.stress", "quick")) {
            case "tough" -> 100 * quick;
            case "default" -> 10 * quick;
            default -> quick;
        };
    }

    /** Returns how many steps histories have of which all are tried; each step more takes about ten times as long. */
    public static int steps(int quick) {
        return switch (System.getProperty("ropewalk.stress", "quick")) {
            case "tough" -> quick + 2;
            case "default" -> quick + 1;
            default -> quick;
        };
    }
}
