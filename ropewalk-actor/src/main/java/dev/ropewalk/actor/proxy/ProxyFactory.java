package dev.ropewalk.actor.proxy;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.SoftReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes proxies. For an interface there are, as hidden classes:
 *
 * <pre>
 *   Account$Proxy     implements Account and ActorProxy; has one field, its target
 *   Account$deposit   a call of one method: implements Consumer or Function; has a field for each argument
 * </pre>
 *
 * <p>Hidden classes can't name each other. So the proxy reaches what is behind its methods through method handles that are
 * constants of its class, and that the JIT inlines like any call: {@code deposit(5)} is {@code target.tell(new
 * Account$deposit(5))}. Nothing is looked up, boxed or put into arrays.
 *
 * <p>The classes are made once for an interface and kept with it, softly: they refer to this library, whose loader may have
 * to go before the interface's.
 */
public final class ProxyFactory {
    private static final ClassValue<SoftReference<MethodHandle>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected SoftReference<MethodHandle> computeValue(Class<?> type) {
            return new SoftReference<>(define(type));
        }
    };

    private ProxyFactory() {}

    /**
     * Checks that there can be proxies of an interface, and prepares them.
     *
     * @throws IllegalArgumentException if there can't; the text says why, and names the method if it is for one
     */
    public static void check(Class<?> type) {
        constructor(type);
    }

    /**
     * Returns a proxy.
     *
     * @throws IllegalArgumentException as {@link #check} does
     */
    public static <T> T newProxy(Class<T> type, ProxyTarget target) {
        MethodHandle constructor = constructor(type);
        try {
            return type.cast((Object) constructor.invokeExact((Object) target));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the constructor of a proxy declares no exceptions", e);
        }
    }

    private static MethodHandle constructor(Class<?> type) {
        MethodHandle constructor = CONSTRUCTORS.get(type).get();
        while (constructor == null) {
            CONSTRUCTORS.remove(type);
            constructor = CONSTRUCTORS.get(type).get();
        }
        return constructor;
    }

    private static MethodHandle define(Class<?> type) {
        List<Method> messages = ProxyContract.messages(type);
        Lookup host = ProxyHost.of(type);
        try {
            List<ProxyMethod> methods = new ArrayList<>(ProxyMethod.ofEveryProxy(type));
            for (Method message : messages) {
                byte[] bytes = CallClassFile.write(name(host, type, message.getName()), type, message);
                methods.add(ProxyMethod.sending(message, host.defineHiddenClass(bytes, true), host));
            }
            byte[] bytes = ProxyClassFile.write(name(host, type, "Proxy"), type, methods);
            List<MethodHandle> handles =
                    methods.stream().map(ProxyMethod::handle).toList();
            Lookup proxy = host.defineHiddenClassWithClassData(bytes, handles, true);
            return proxy.findConstructor(proxy.lookupClass(), MethodType.methodType(void.class, Object.class))
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " can't be a proxy", e);
        }
    }

    static ClassDesc name(Lookup host, Class<?> type, String suffix) {
        int simpleNameAt = type.getName().lastIndexOf('.') + 1;
        return ClassDesc.of(host.lookupClass().getPackageName(), type.getName().substring(simpleNameAt) + "$" + suffix);
    }
}
