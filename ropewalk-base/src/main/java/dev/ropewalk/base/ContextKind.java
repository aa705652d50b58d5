package dev.ropewalk.base;

/** The kinds of parts that run code of users in a context. */
public enum ContextKind {
    ACTOR("ropewalk.actor", true),
    CHANNEL("ropewalk.channel", true),
    PIPELINE("ropewalk.pipeline", true),
    SCOPE("ropewalk.scope", false),
    EXECUTOR("ropewalk.executor", false),
    RUN("ropewalk.run", false);

    private final String key;
    private final boolean takesMessages;

    ContextKind(String key, boolean takesMessages) {
        this.key = key;
        this.takesMessages = takesMessages;
    }

    /** Returns under which key the name of such a part stands in a context. */
    public String key() {
        return key;
    }

    /** Returns whether such a part takes messages, elements or events, and not code to be run. */
    public boolean takesMessages() {
        return takesMessages;
    }
}
