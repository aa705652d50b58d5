package dev.ropewalk.task.queue;

/** A plain task that happens to be some executor's future: wrapped, so that it isn't taken for an entry of this queue. */
public record HandedTask(Runnable task) implements Runnable {
    @Override
    public void run() {
        task.run();
    }
}
