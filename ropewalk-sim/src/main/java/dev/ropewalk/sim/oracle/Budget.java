package dev.ropewalk.sim.oracle;

/** How many steps of the model a check may take, so that a search without end gives up in the same place each time. */
final class Budget {
    private final long most;
    private long left;

    Budget(long most) {
        this.most = most;
        this.left = most;
    }

    void spend() {
        if (left-- == 0) {
            throw new IllegalStateException("whether the history is linearizable wasn't decided within " + most
                    + " steps of the model: record fewer operations, let fewer be under way at once, let the model tell"
                    + " independent parts, or allow more steps");
        }
    }
}
