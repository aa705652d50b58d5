package dev.ropewalk.actor.support;

/** Tells errors of the JVM itself from failures of an actor. */
public final class Fatal {
    private Fatal() {}

    /** Returns whether no supervisor should decide about it. A stack that overflowed has unwound: that one is the actor's. */
    public static boolean is(Throwable thrown) {
        return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    }
}
