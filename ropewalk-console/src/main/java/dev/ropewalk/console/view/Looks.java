package dev.ropewalk.console.view;

/** Two looks, from which rates are told. The first time they are one. */
record Looks(Look before, Look last) {
    boolean isFirst() {
        return before.nanos() == last.nanos();
    }
}
