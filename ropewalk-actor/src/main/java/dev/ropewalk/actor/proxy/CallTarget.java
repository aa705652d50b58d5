package dev.ropewalk.actor.proxy;

import org.jspecify.annotations.Nullable;

/** Where the calls of a proxy go that are arrays of arguments. */
public interface CallTarget extends ProxyOwner {
    /**
     * Takes a call.
     *
     * @param index of the method in {@link InterfaceCalls#messages}
     * @param arguments of the call, which are this method's own
     * @return what the method returns: null if that is nothing
     */
    @Nullable
    Object call(int index, @Nullable Object[] arguments);
}
