package dev.ropewalk.graph;

/** What an {@link Action} without a value does; see {@link ActionBody}. */
@FunctionalInterface
public interface ActionRunnable {
    /** Does the work. */
    void run(ActionContext context) throws Exception;
}
