package dev.ropewalk.cluster.link;

/** What a message that has come has taken of its sender's credit. */
public interface Credit {
    /** Gives it back: the recipient has taken the message. Any thread may call it, any number of times; the first call counts. */
    void giveBack();
}
