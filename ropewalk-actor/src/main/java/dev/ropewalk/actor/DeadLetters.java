package dev.ropewalk.actor;

/** Where messages end that nobody handles. */
final class DeadLetters {
    private final EventStream events;

    DeadLetters(EventStream events) {
        this.events = events;
    }

    void add(DeadLetter letter) {
        events.publish(letter);
    }
}
