package dev.ropewalk.graph;

/**
 * Is told what happens in a run: of each action in the order in which it happened, and of an action after those that it depends
 * on. The calls come one at a time, in a virtual thread apart from the actions: a slow listener hears late, {@linkplain
 * GraphEvent.Ended the end} too, but holds nothing up. What it throws is logged.
 */
@FunctionalInterface
public interface GraphListener {
    /** Called with each event. */
    void onEvent(GraphEvent event);
}
