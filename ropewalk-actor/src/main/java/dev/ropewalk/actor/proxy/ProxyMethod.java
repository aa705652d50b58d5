package dev.ropewalk.actor.proxy;

import dev.ropewalk.actor.ActorProxy;
import dev.ropewalk.actor.ActorRef;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A method of a proxy and what it does.
 *
 * @param type without the receiver
 * @param handle takes the proxy's target and the arguments; parameters whose types the proxy can't access are {@code
 *     Object}
 */
record ProxyMethod(String name, MethodType type, MethodHandle handle) {
    private static final Lookup OWN = MethodHandles.lookup();
    private static final MethodHandle TELL = own("tell", void.class, Consumer.class);
    private static final MethodHandle CALL = own("call", Object.class, int.class, Object[].class);
    private static final MethodHandle ASK = own("ask", CompletableFuture.class, Function.class);

    /** Returns the methods that every proxy has. They run in the caller. */
    static List<ProxyMethod> ofEveryProxy(Class<?> type) {
        MethodHandle describe = own("describe", String.class, String.class);
        return List.of(
                of("actorProxyRef", own("ref", ActorRef.class)),
                of("equals", own("isSameActor", boolean.class, Object.class)),
                of("hashCode", own("hash", int.class)),
                of("toString", MethodHandles.insertArguments(describe, 1, type.getSimpleName())));
    }

    /**
     * Returns a method that sends its call.
     *
     * @param call the class of the call
     * @param host what the proxy can access
     */
    static ProxyMethod sending(Method method, Lookup call, Lookup host) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        MethodHandle send = type.returnType() == void.class ? TELL : ASK;
        MethodType factoryType = type.changeReturnType(send.type().lastParameterType());
        MethodHandle factory = call.findStatic(call.lookupClass(), CallClassFile.FACTORY, factoryType);
        return of(method.getName(), type, MethodHandles.collectArguments(send, 1, factory), host);
    }

    /**
     * Returns a method that hands its arguments on to a {@link CallTarget}.
     *
     * @param host what the proxy can access
     */
    static ProxyMethod handingOn(Method method, int index, Lookup host) {
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        MethodHandle handle = MethodHandles.insertArguments(CALL, 1, index)
                .asCollector(Object[].class, type.parameterCount())
                .asType(type.insertParameterTypes(0, Object.class));
        return of(method.getName(), type, handle, host);
    }

    private static ProxyMethod of(String name, MethodType type, MethodHandle handle, Lookup host) {
        MethodType nameable = handle.type();
        for (int i = 0; i < nameable.parameterCount(); i++) {
            if (!isAccessible(nameable.parameterType(i), host)) {
                nameable = nameable.changeParameterType(i, Object.class);
            }
        }
        return new ProxyMethod(name, type, handle.asType(nameable));
    }

    private static boolean isAccessible(Class<?> type, Lookup host) {
        try {
            host.accessClass(type);
            return true;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private static ProxyMethod of(String name, MethodHandle handle) {
        return new ProxyMethod(name, handle.type().dropParameterTypes(0, 1), handle);
    }

    private static MethodHandle own(String name, Class<?> result, Class<?>... parameters) {
        try {
            MethodType type = MethodType.methodType(result, parameters).insertParameterTypes(0, Object.class);
            return OWN.findStatic(ProxyMethod.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void tell(Object target, Consumer<Object> call) {
        ((ProxyTarget) target).tell(call);
    }

    static CompletableFuture<?> ask(Object target, Function<Object, Object> call) {
        return ((ProxyTarget) target).ask(call);
    }

    static @Nullable Object call(Object target, int index, @Nullable Object[] arguments) {
        return ((CallTarget) target).call(index, arguments);
    }

    static ActorRef<?> ref(Object target) {
        return ((ProxyOwner) target).ref();
    }

    static boolean isSameActor(Object target, Object other) {
        return other instanceof ActorProxy proxy && proxy.actorProxyRef().equals(ref(target));
    }

    static int hash(Object target) {
        return ref(target).hashCode();
    }

    static String describe(Object target, String type) {
        return type + "[" + ref(target).path() + "]";
    }
}
