package dev.ropewalk.base;

/** The kinds of parts that run code of users in a context. */
public enum ContextKind {
    ACTOR("ropewalk.actor"),
    SCOPE("ropewalk.scope"),
    EXECUTOR("ropewalk.executor"),
    PIPELINE("ropewalk.pipeline");

    private final String key;

    ContextKind(String key) {
        this.key = key;
    }

    /** Returns under which key the name of such a part stands in a context. */
    public String key() {
        return key;
    }
}
