package dev.ropewalk.lab.ring;

/** A node as its proxy shows it. */
public interface TokenTaker {
    /** Takes a token. */
    void take(Token token);
}
