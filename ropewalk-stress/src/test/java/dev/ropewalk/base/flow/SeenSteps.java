package dev.ropewalk.base.flow;

/** Steps that look at what two threads have written, and at each other. They are made by the thread that signals. */
final class SeenSteps extends SerialSteps {
    int first;
    int second;
    int seenFirst;
    int seenSecond;
    int overlaps;
    private int inside;

    SeenSteps() {
        start();
    }

    @Override
    protected boolean step() {
        inside++;
        seenFirst = first;
        seenSecond = second;
        if (inside != 1) {
            overlaps++;
        }
        inside--;
        return true;
    }

    @Override
    protected void submit(Runnable run) {
        run.run();
    }

    @Override
    protected void refused(Throwable why) {
        throw new AssertionError(why);
    }
}
