package dev.ropewalk.actor.proxy;

import dev.ropewalk.actor.ActorProxy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** What an interface must be like to become a proxy, and which of its methods are messages. */
final class ProxyContract {
    /** Calls have two more parameters on their way, the proxy's target and the method handle, and the JVM allows 255. */
    private static final int MAX_SLOTS = 253;

    private static final String RULE =
            "a method must return void, CompletionStage or CompletableFuture, or be a default method";

    private ProxyContract() {}

    /**
     * Returns the methods that are messages: all that are abstract, inherited ones too, except those that every object has.
     * Methods with equal parameters that differ in what they return are different ones, as they are for the JVM.
     *
     * @throws IllegalArgumentException if the type or a method isn't fit for a proxy
     */
    static List<Method> messages(Class<?> type) {
        require(type, type.isInterface(), "it isn't an interface");
        require(type, !type.isSealed(), "it is sealed, and permits no other implementations");
        require(type, !type.isHidden(), "it is a hidden class, which can't be implemented");
        List<Method> messages = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .filter(method -> !isOfEveryProxy(method))
                .toList();
        String unfit = messages.stream()
                .filter(method -> !isFit(method, messages))
                .map(Method::toGenericString)
                .sorted()
                .collect(Collectors.joining("; "));
        require(type, unfit.isEmpty(), RULE + "; these are none: " + unfit);
        String tooLong = messages.stream()
                .filter(method -> slots(method) > MAX_SLOTS)
                .map(Method::toGenericString)
                .collect(Collectors.joining("; "));
        require(type, tooLong.isEmpty(), "too many parameters: " + tooLong);
        return messages;
    }

    /** Returns one of each methods that have equal names and parameters: what callers see. */
    static List<Method> distinct(List<Method> messages) {
        return messages.stream()
                .filter(method ->
                        messages.stream().noneMatch(other -> narrows(other, method) && !narrows(method, other)))
                .collect(
                        Collectors.toMap(ProxyContract::signature, method -> method, (one, other) -> one, TreeMap::new))
                .values()
                .stream()
                .toList();
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    /** Returns whether two methods are called alike, whatever they return. */
    static boolean isSameCall(Method one, Method other) {
        return one.getName().equals(other.getName())
                && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    private static void require(Class<?> type, boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(type.getName() + " can't be a proxy: " + otherwise);
        }
    }

    private static boolean isOfEveryProxy(Method method) {
        return method.getDeclaringClass() == ActorProxy.class
                || switch (method.getName()) {
                    case "equals" -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class});
                    case "hashCode", "toString" -> method.getParameterCount() == 0;
                    default -> false;
                };
    }

    /** A method whose result is wider counts as fit beside a method that narrows it: callers see only the latter. */
    private static boolean isFit(Method method, List<Method> all) {
        return returnsFit(method) || all.stream().anyMatch(other -> returnsFit(other) && narrows(other, method));
    }

    private static boolean returnsFit(Method method) {
        Class<?> result = method.getReturnType();
        return result == void.class
                || ((result == CompletionStage.class || result == CompletableFuture.class)
                        && !(method.getGenericReturnType() instanceof TypeVariable<?>));
    }

    private static boolean narrows(Method one, Method other) {
        return isSameCall(one, other) && other.getReturnType().isAssignableFrom(one.getReturnType());
    }

    private static int slots(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .mapToInt(type -> type == long.class || type == double.class ? 2 : 1)
                .sum();
    }
}
