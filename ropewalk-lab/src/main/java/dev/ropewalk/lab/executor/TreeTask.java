package dev.ropewalk.lab.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A task of a binary recursion on a plain executor: it submits two children, or is a leaf. Results go up the tree as in a
 * counted completer: the child that ends last goes on with the parent.
 *
 * <p>Each child writes its own field and then counts down with an atomic add; the second of the two sees both.
 */
final class TreeTask implements Runnable {
    private static final VarHandle PENDING;

    static {
        try {
            PENDING = MethodHandles.lookup().findVarHandle(TreeTask.class, "pending", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Executor executor;
    private final @Nullable TreeTask parent;
    private final boolean left;
    private final int depth;
    private final LongConsumer whenDone;
    private long leftLeaves;
    private long rightLeaves;

    @SuppressWarnings("UnusedVariable") // Counted down by way of PENDING.
    private int pending = 2;

    private TreeTask(Executor executor, @Nullable TreeTask parent, boolean left, int depth, LongConsumer whenDone) {
        this.executor = executor;
        this.parent = parent;
        this.left = left;
        this.depth = depth;
        this.whenDone = whenDone;
    }

    /**
     * Returns the root of a tree.
     *
     * @param depth how many levels are below it
     * @param whenDone gets the number of leaves, in the thread of the last task
     */
    static TreeTask root(Executor executor, int depth, LongConsumer whenDone) {
        return new TreeTask(executor, null, false, depth, whenDone);
    }

    @Override
    public void run() {
        if (depth == 0) {
            complete(1);
        } else {
            executor.execute(new TreeTask(executor, this, true, depth - 1, whenDone));
            executor.execute(new TreeTask(executor, this, false, depth - 1, whenDone));
        }
    }

    private void complete(long leaves) {
        TreeTask task = this;
        TreeTask above = parent;
        long sum = leaves;
        while (above != null) {
            if (task.left) {
                above.leftLeaves = sum;
            } else {
                above.rightLeaves = sum;
            }
            if ((int) PENDING.getAndAdd(above, -1) == 2) {
                return;
            }
            sum = above.leftLeaves + above.rightLeaves;
            task = above;
            above = task.parent;
        }
        whenDone.accept(sum);
    }
}
