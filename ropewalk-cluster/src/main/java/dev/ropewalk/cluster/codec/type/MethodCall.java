package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.actor.ActorRef;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call of a method. */
public final class MethodCall implements InterfaceValue {
    private final InterfaceMethod method;
    private final @Nullable Object[] arguments;
    private final @Nullable ActorRef<Object> replyTo;

    /**
     * Makes a call.
     *
     * @param arguments are the call's from now on
     * @param replyTo takes the {@link MethodResult}; null if the method returns nothing
     */
    public MethodCall(InterfaceMethod method, @Nullable Object[] arguments, @Nullable ActorRef<Object> replyTo) {
        this.method = method;
        this.arguments = arguments;
        this.replyTo = replyTo;
    }

    @Override
    public InterfaceMethod method() {
        return method;
    }

    /** Returns the arguments, which aren't changed. */
    public @Nullable Object[] arguments() {
        return arguments;
    }

    /** Returns what takes the {@link MethodResult}; null if the method returns nothing. */
    public @Nullable ActorRef<Object> replyTo() {
        return replyTo;
    }

    /** Reads like the call. */
    @Override
    public String toString() {
        return Arrays.stream(arguments)
                .map(String::valueOf)
                .collect(Collectors.joining(", ", method.name() + "(", ")"));
    }
}
