package dev.ropewalk.actor.mailbox;

/** A message of nobody in particular that waits for room. */
final class TestWaiter extends CapacityWaiter {
    TestWaiter() {
        this("message");
    }

    TestWaiter(Object message) {
        super(message, null, null);
    }

    @Override
    void settled() {}
}
