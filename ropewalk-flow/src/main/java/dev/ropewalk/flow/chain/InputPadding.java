package dev.ropewalk.flow.chain;

/** Two cache lines between what the producer writes and what the consumer writes. */
abstract class InputPadding<T> extends InputFront<T> {
    int p0;
    long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

    InputPadding(int capacity) {
        super(capacity);
    }
}
