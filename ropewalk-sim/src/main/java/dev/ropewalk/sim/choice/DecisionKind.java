package dev.ropewalk.sim.choice;

/** What a decision is about. */
public enum DecisionKind {
    /** Which party takes the next step. */
    PICK('p'),
    /** A clause of a select, a random number, a length of time. */
    DRAW('d'),
    /** Whether a fault happens. */
    FAULT('f');

    private final char letter;

    DecisionKind(char letter) {
        this.letter = letter;
    }

    /** Returns the letter that stands for it in files. */
    public char letter() {
        return letter;
    }

    /** Returns the kind that a letter stands for. */
    public static DecisionKind of(char letter) {
        return switch (letter) {
            case 'p' -> PICK;
            case 'd' -> DRAW;
            case 'f' -> FAULT;
            default -> throw new IllegalArgumentException("no kind of decision: '" + letter + "'");
        };
    }
}
