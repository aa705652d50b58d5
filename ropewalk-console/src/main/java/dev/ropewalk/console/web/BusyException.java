package dev.ropewalk.console.web;

/** Something that only one browser can have at a time. */
public final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BusyException(String what) {
        super(what);
    }
}
