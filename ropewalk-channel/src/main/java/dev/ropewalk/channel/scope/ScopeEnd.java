package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ScopeFailedException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Why a scope ends before its processes have done their work.
 *
 * @param cause what its channels fail with
 * @param isFailure whether it is a failure, or the scope was cancelled
 * @param told makes what the owner is told; an exception of its own each time, because others get attached to it
 */
record ScopeEnd(Throwable cause, boolean isFailure, Supplier<? extends RuntimeException> told) {
    static ScopeEnd failed(String scope, String process, Throwable thrown) {
        return new ScopeEnd(thrown, true, () -> new ProcessFailedException(scope, process, thrown));
    }

    static ScopeEnd failed(Supplier<? extends ScopeFailedException> told) {
        return new ScopeEnd(told.get(), true, told);
    }

    static ScopeEnd cancelled(String message) {
        Supplier<CancellationException> told = () -> new CancellationException(message);
        return new ScopeEnd(told.get(), false, told);
    }
}
