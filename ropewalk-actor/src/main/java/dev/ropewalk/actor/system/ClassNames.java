package dev.ropewalk.actor.system;

/** How classes are called in what is told of actors. */
final class ClassNames {
    private static final String LAMBDA = "$$Lambda";
    private static final char HIDDEN = '/';

    private ClassNames() {}

    /** Returns the name of a class as it is shown: of a lambda the class that has it, of another hidden class what it was called when it was defined. */
    static String shown(String name) {
        int lambda = name.indexOf(LAMBDA);
        if (lambda >= 0) {
            return "a lambda of " + name.substring(0, lambda);
        }
        int hidden = name.indexOf(HIDDEN);
        return hidden < 0 ? name : name.substring(0, hidden);
    }
}
