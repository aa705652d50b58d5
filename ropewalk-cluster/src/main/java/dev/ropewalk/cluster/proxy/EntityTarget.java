package dev.ropewalk.cluster.proxy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.proxy.CallTarget;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.MethodCall;
import dev.ropewalk.cluster.codec.type.MethodResult;
import dev.ropewalk.cluster.codec.type.MethodResult.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends the calls of a proxy to an entity.
 *
 * @param methods in the order of the proxy's
 * @param timeout of those that return something
 */
record EntityTarget(EntityRef<?, MethodCall> entity, List<InterfaceMethod> methods, Duration timeout)
        implements CallTarget {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it is what the method of the interface returns
    public @Nullable Object call(int index, @Nullable Object[] arguments) {
        InterfaceMethod method = methods.get(index);
        method.requireArguments(arguments);
        if (method.isTell()) {
            entity.tell(new MethodCall(method, arguments, null));
            return null;
        }
        var answer = new CompletableFuture<@Nullable Object>();
        var ignored = entity.<Object>ask(replyTo -> new MethodCall(method, arguments, replyTo), timeout)
                .whenComplete((result, failure) -> {
                    if (failure == null) {
                        complete(answer, method, result);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
        return answer;
    }

    /** Completes the caller's future. What comes from another node may be anything that the codecs know. */
    private static void complete(
            CompletableFuture<@Nullable Object> answer, InterfaceMethod method, @Nullable Object result) {
        if (!(result instanceof MethodResult of)
                || of.method().id() != method.id()
                || of.method().owner() != method.owner()) {
            answer.completeExceptionally(new IllegalStateException(method + " was answered by " + result));
            return;
        }
        Failure failed = of.failure();
        if (failed == null) {
            answer.complete(of.value());
        } else {
            answer.completeExceptionally(thrown(failed));
        }
    }

    private static Throwable thrown(Failure failure) {
        Throwable here = failure.cause();
        try {
            return here != null
                    ? here
                    : new RemoteFailureException(
                            new Node(failure.host(), failure.port(), failure.incarnation()), failure.text());
        } catch (IllegalArgumentException noNode) {
            return noNode;
        }
    }

    @Override
    public ActorRef<?> ref() {
        return entity;
    }
}
