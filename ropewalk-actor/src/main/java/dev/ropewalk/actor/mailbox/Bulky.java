package dev.ropewalk.actor.mailbox;

/** A message that takes several places in a mailbox for whose room senders wait. It gets in if one is free, so that a mailbox holds less than its capacity and the places of one message. */
public abstract class Bulky {
    /** Returns how many places it takes: one at least, and always the same. */
    public abstract int places();

    /** Returns how many places anything takes that was sent. */
    static int placesOf(Object sent) {
        return Asked.original(sent) instanceof Bulky bulky ? bulky.places() : 1;
    }
}
