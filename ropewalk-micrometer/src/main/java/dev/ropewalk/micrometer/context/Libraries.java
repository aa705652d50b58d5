package dev.ropewalk.micrometer.context;

/** Says in a sentence which library is missing, before a class of it is touched. */
public final class Libraries {
    private Libraries() {}

    /**
     * Looks whether contexts can be carried.
     *
     * @throws IllegalStateException if the library isn't there
     */
    public static void requireContextPropagation() {
        try {
            Class.forName("io.micrometer.context.ContextSnapshotFactory", false, Libraries.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(
                    "Micrometer's context propagation is missing: add io.micrometer:context-propagation to the program",
                    missing);
        }
    }
}
