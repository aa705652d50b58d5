package dev.ropewalk.stress.sample;

import dev.ropewalk.base.VarHandles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Does one thing of each kind that can be broken. */
public class Sample extends Base {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle NUMBER = VarHandles.of(LOOKUP, "number", int.class);
    private static final VarHandle SUM = VarHandles.of(LOOKUP, "sum", long.class);
    private static final VarHandle OPEN = VarHandles.of(LOOKUP, "open", boolean.class);
    private static final VarHandle NAME = VarHandles.of(LOOKUP, "name", String.class);
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();
    private static final AtomicReferenceFieldUpdater<Sample, String> NAMES =
            AtomicReferenceFieldUpdater.newUpdater(Sample.class, String.class, "name");

    private static double written;

    private final int[] elements = new int[1];
    private volatile int number;
    private volatile long sum;
    private volatile boolean open;
    private volatile String name = "old";

    /** A class within. */
    public static class Inner extends Base {
        public List<String> inside() {
            note("inside");
            return notes;
        }
    }

    public List<String> calls() {
        note("first");
        wide(1L, 2.0, this);
        outside(3L);
        return notes;
    }

    private void wide(long one, double other, Object third) {
        note(one + " " + other + " " + third.equals(this));
    }

    private static void outside(long value) {
        written = value;
    }

    public double writes(double value) {
        written = value;
        sum = (long) value;
        number = 1;
        return written + sum + number;
    }

    public boolean asks() {
        return isOpen(1L) || open;
    }

    private boolean isOpen(long ignored) {
        return open;
    }

    /** Returns "new": the name is written before it is read. */
    public String inOrder(boolean writes) {
        if (writes) {
            name = "new";
        }
        return name;
    }

    /** Returns the number, which is written before it is read. */
    public int inTwoPlaces(boolean one) {
        if (one) {
            number = 1;
        } else {
            number = 2;
        }
        return number;
    }

    public List<String> callInOrder(int end) {
        if (end > 0) {
            count("early", 2L);
        }
        if (end > 1) {
            return notes;
        }
        note("late");
        return notes;
    }

    private int count(String note, long factor) {
        note(note + factor);
        return 1;
    }

    public List<String> throwsAfterwards() {
        note("early");
        if (notes.size() == 1) {
            throw new IllegalStateException("on purpose");
        }
        return notes;
    }

    public int fences() {
        NUMBER.setVolatile(this, 7);
        return (int) NUMBER.getVolatile(this);
    }

    public String overloaded() {
        return over(1) + over("one");
    }

    private String over(int value) {
        note("int");
        return notes.toString() + value;
    }

    private String over(String value) {
        note("text");
        return notes.toString() + value;
    }

    public List<String> inLambda() {
        Runnable task = () -> note("lambda");
        task.run();
        return notes;
    }

    /** Does all atomic operations of which it is known how to break them. */
    public String atomics() {
        var word = new AtomicInteger(1);
        var wide = new AtomicLong(1);
        var flag = new AtomicBoolean();
        var reference = new AtomicReference<String>("a");
        MemorySegment memory = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);
        List<Object> results = List.of(
                NUMBER.compareAndSet(this, 1, 2),
                NUMBER.compareAndSet(this, 0, 2),
                SUM.compareAndSet(this, 1L, 2L),
                SUM.compareAndSet(this, 0L, 2L),
                OPEN.compareAndSet(this, true, false),
                OPEN.compareAndSet(this, false, true),
                NAME.compareAndSet(this, "new", "newer"),
                NAME.compareAndSet(this, "old", "new"),
                flag.compareAndSet(true, false),
                flag.compareAndSet(false, true),
                word.compareAndSet(2, 3),
                word.compareAndSet(1, 3),
                wide.compareAndSet(2, 3),
                wide.compareAndSet(1, 3),
                reference.compareAndSet("b", "c"),
                reference.compareAndSet("a", "c"),
                WORDS.compareAndSet(memory, 8L, 1L, 2L),
                WORDS.compareAndSet(memory, 8L, 0L, 2L),
                (String) NAME.getAndSet(this, "newest"),
                (int) NUMBER.getAndSet(this, 5),
                NAMES.getAndSet(this, "last"),
                (int) NUMBER.getAndAdd(this, 3),
                (long) SUM.getAndAdd(this, 3L),
                (int) ELEMENT.getAndAdd(elements, 0, 4),
                word.getAndIncrement());
        return results + " " + number + sum + open + name + elements[0] + flag + word + wide + reference
                + memory.getAtIndex(ValueLayout.JAVA_LONG, 1);
    }

    public synchronized int inTurn() {
        return number;
    }

    public boolean unknown() {
        return NUMBER.weakCompareAndSetPlain(this, 0, 1);
    }
}
