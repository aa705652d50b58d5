package dev.ropewalk.actor.proxy;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Where the calls of a proxy go. A call is a message: the actor that receives it gives it the implementation, and it invokes there
 * the method with the arguments that it holds. Its {@code toString} reads like the call. It throws what the method throws,
 * checked exceptions included.
 */
interface ProxyTarget extends ProxyOwner {
    /** Takes the call of a method without a result. */
    void tell(Consumer<Object> call);

    /** Takes the call of a method that returns a stage, which is null if the implementation is wrong. */
    CompletableFuture<?> ask(Function<Object, Object> call);
}
