package dev.ropewalk.limit.waiter;

/**
 * Two cache lines of nothing in front of the fields of a subclass, so that whatever stands before the object in memory
 * shares no line with them. Two, because processors fetch lines in adjacent pairs.
 *
 * <p>The JVM lays out a superclass's fields before a subclass's, and within a class the longs first. But it fills gaps of
 * four bytes, such as the one behind the object's header, with a subclass's fields: hence the int.
 */
public abstract class CacheLinePadding {
    int p0;
    long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
}
