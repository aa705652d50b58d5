package dev.ropewalk.lab.isolation;

/**
 * A rival's object that is loaded apart.
 *
 * @param get the object, by a type of the JDK
 * @param end ends it
 */
public record Isolated<T>(T get, AutoCloseable end) implements AutoCloseable {
    @Override
    public void close() {
        try {
            end.close();
        } catch (Exception e) {
            throw new IllegalStateException(get.getClass().getName() + " didn't end", e);
        }
    }
}
