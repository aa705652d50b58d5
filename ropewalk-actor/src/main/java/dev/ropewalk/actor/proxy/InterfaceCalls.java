package dev.ropewalk.actor.proxy;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an interface as arrays of arguments: proxies that hand them on, and what makes them on an implementation. What an interface must be like is what {@link
 * ProxyFactory} says. Immutable; any thread may use it.
 *
 * @param <T> the interface
 */
public final class InterfaceCalls<T> {
    private final Class<T> type;

    /** Makes a proxy: (Object)Object. */
    private final MethodHandle constructor;

    /** Call the methods, in the order of {@link #messages}: (Object, Object[])Object. */
    private final MethodHandle[] invokers;

    private InterfaceCalls(Class<T> type, MethodHandle constructor, MethodHandle[] invokers) {
        this.type = type;
        this.constructor = constructor;
        this.invokers = invokers;
    }

    /**
     * Returns the methods that are messages, in the same order each time: by their names and parameters. Of methods that differ only in what they return it is the one that
     * returns the most special.
     *
     * @throws IllegalArgumentException if there can't be proxies of the type; the text says why, and names the method if it is for one
     */
    public static List<Method> messages(Class<?> type) {
        return ProxyContract.distinct(ProxyContract.messages(type));
    }

    /**
     * Prepares the calls of an interface.
     *
     * @throws IllegalArgumentException as {@link #messages} does, or if the interface isn't accessible
     */
    public static <T> InterfaceCalls<T> of(Class<T> type) {
        List<Method> all = ProxyContract.messages(type);
        List<Method> distinct = ProxyContract.distinct(all);
        Lookup host = ProxyHost.of(type);
        try {
            List<ProxyMethod> methods = new ArrayList<>(ProxyMethod.ofEveryProxy(type));
            for (Method method : all) {
                methods.add(ProxyMethod.handingOn(method, indexOf(method, distinct), host));
            }
            ClassDesc name = ProxyFactory.name(host, type, "Calls");
            Lookup proxy = host.defineHiddenClassWithClassData(
                    ProxyClassFile.write(name, type, methods),
                    methods.stream().map(ProxyMethod::handle).toList(),
                    true);
            MethodHandle constructor = proxy.findConstructor(
                            proxy.lookupClass(), MethodType.methodType(void.class, Object.class))
                    .asType(MethodType.methodType(Object.class, Object.class));
            return new InterfaceCalls<>(type, constructor, invokers(type, distinct, host));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " can't be a proxy", e);
        }
    }

    private static int indexOf(Method method, List<Method> distinct) {
        for (int i = 0; i < distinct.size(); i++) {
            if (ProxyContract.isSameCall(method, distinct.get(i))) {
                return i;
            }
        }
        throw new AssertionError(method + " is none of " + distinct);
    }

    private static MethodHandle[] invokers(Class<?> type, List<Method> methods, Lookup host)
            throws ReflectiveOperationException {
        var invokers = new MethodHandle[methods.size()];
        for (int i = 0; i < invokers.length; i++) {
            Method method = methods.get(i);
            MethodType called = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            invokers[i] = host.findVirtual(type, method.getName(), called)
                    .asSpreader(Object[].class, called.parameterCount())
                    .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
        }
        return invokers;
    }

    /** Returns a proxy. */
    public T proxy(CallTarget target) {
        try {
            return type.cast((Object) constructor.invokeExact((Object) target));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the constructor of a proxy declares no exceptions", e);
        }
    }

    /**
     * Calls a method of an implementation.
     *
     * @param index of the method in {@link #messages}
     * @return what it returns: null if that is nothing
     * @throws Throwable what it throws
     */
    public @Nullable Object invoke(int index, T implementation, @Nullable Object[] arguments) throws Throwable {
        return (Object) invokers[index].invokeExact((Object) implementation, arguments);
    }
}
