package dev.ropewalk.scheduler;

/** How many scenarios a model test tries, by the knob of all stress tests. */
final class ModelEffort {
    private ModelEffort() {}

    static int scenarios(int quick) {
        return switch (System.getProperty("ropewalk.stress", "quick")) {
            case "tough" -> 100 * quick;
            case "default" -> 10 * quick;
            default -> quick;
        };
    }
}
