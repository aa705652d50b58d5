package dev.ropewalk.cluster.pekko.join;

/** What a node has found out so far, for who waits for it to join. Any thread may ask. */
public final class JoinReport {
    private volatile String text = "";

    /** Makes one that is empty. */
    public JoinReport() {}

    void set(String value) {
        text = value;
    }

    /** Returns it in words; empty while there is nothing to tell. */
    public String text() {
        return text;
    }
}
