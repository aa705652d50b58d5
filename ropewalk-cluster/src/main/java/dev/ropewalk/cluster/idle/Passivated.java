package dev.ropewalk.cluster.idle;

/** An entity that is passivated when nothing is sent to it for a time, or too many are active. */
public interface Passivated {
    /** Sets whether it isn't, since it works by itself; asked to, it is passivated in any case. Any thread may call it. */
    void stayActive(boolean value);
}
