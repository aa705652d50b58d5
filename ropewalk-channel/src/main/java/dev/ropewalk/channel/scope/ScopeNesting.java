package dev.ropewalk.channel.scope;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where a scope stands: its owner, the scope that it is within, and the scope that its owner has opened within it. The scopes
 * of one thread are closed in the reverse order, so they form a chain, which begins at the process that the thread is, if
 * any.
 */
final class ScopeNesting {
    private static final ThreadLocal<VirtualThreadScope> INNERMOST = new ThreadLocal<>();

    private final VirtualThreadScope scope;
    private final Thread owner = Thread.currentThread();
    private final @Nullable VirtualThreadScope outer;
    private final int depth;

    /** How many processes were spawned in this scope, in all those that it is within, and all within those. */
    private final AtomicLong spawns;

    /** The next scope in the owner's chain. */
    private volatile @Nullable VirtualThreadScope inner;

    ScopeNesting(VirtualThreadScope scope) {
        this.scope = scope;
        VirtualThreadScope own = INNERMOST.get();
        VirtualProcess<?> process = VirtualProcess.of(owner);
        this.outer = own != null || process == null ? own : process.scope;
        this.depth = outer == null ? 0 : outer.nesting().depth + 1;
        this.spawns = outer == null ? new AtomicLong() : outer.nesting().spawns;
    }

    Thread owner() {
        return owner;
    }

    @Nullable
    VirtualThreadScope outer() {
        return outer;
    }

    @Nullable
    VirtualThreadScope inner() {
        return inner;
    }

    @SuppressWarnings(
            "ReferenceEquality") // on the way of every use of a scope's channel, and a thread equals itself only
    boolean isOwner(Thread thread) {
        return thread == owner;
    }

    /** Returns how many scopes this one is within. */
    int depth() {
        return depth;
    }

    AtomicLong spawns() {
        return spawns;
    }

    /** Lets others find the scope. */
    void enter() {
        link(scope);
        INNERMOST.set(scope);
    }

    /** Takes the scope, the innermost of its owner, out again. */
    void leave() {
        link(null);
        VirtualThreadScope own = outerOfSameOwner();
        if (own != null) {
            INNERMOST.set(own);
        } else {
            INNERMOST.remove();
        }
    }

    private void link(@Nullable VirtualThreadScope opened) {
        VirtualThreadScope own = outerOfSameOwner();
        VirtualProcess<?> process = VirtualProcess.of(owner);
        if (own != null) {
            own.nesting().inner = opened;
        } else if (process != null) {
            process.inner = opened;
        }
    }

    /** Returns the scope before this one in the owner's chain. */
    @Nullable
    VirtualThreadScope outerOfSameOwner() {
        return outer != null && outer.nesting().isOwner(owner) ? outer : null;
    }

    /** Returns whether a thread is the owner, a process of the scope, or one of a scope within. */
    boolean isParty(Thread thread) {
        if (isOwner(thread)) {
            return true;
        }
        VirtualProcess<?> process = VirtualProcess.of(thread);
        for (VirtualThreadScope at = process == null ? null : process.scope; at != null; at = at.nesting().outer) {
            if (at == scope) {
                return true;
            }
        }
        return false;
    }

    /** Returns the error for a calling thread that is no party. */
    IllegalStateException outsider(String what) {
        return new IllegalStateException("thread " + describe(Thread.currentThread()) + " can't " + what + " scope "
                + scope.name() + ": it is neither the owner " + describe(owner)
                + " nor a process of the scope or of one within");
    }

    void requireOwner(String what) {
        Thread caller = Thread.currentThread();
        if (!isOwner(caller)) {
            throw new IllegalStateException("thread " + describe(caller) + " can't " + what + " scope " + scope.name()
                    + ": only its owner can, which is " + describe(owner));
        }
    }

    void requireInnermost() {
        VirtualThreadScope open = inner;
        if (open != null) {
            throw new IllegalStateException(
                    "can't close scope " + scope.name() + " before scope " + open.name() + ", which is within it");
        }
    }

    static String describe(Thread thread) {
        return thread.getName().isEmpty() ? "#" + thread.threadId() : thread.getName();
    }
}
