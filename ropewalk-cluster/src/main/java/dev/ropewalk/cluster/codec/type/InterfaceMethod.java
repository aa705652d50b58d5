package dev.ropewalk.cluster.codec.type;

import dev.ropewalk.actor.proxy.InterfaceCalls;
import dev.ropewalk.cluster.codec.MethodId;
import dev.ropewalk.cluster.codec.value.Nullness;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A method of an interface whose calls are sent. Immutable. */
public final class InterfaceMethod {
    private final Class<?> owner;
    private final Method method;
    private final int id;
    private final int index;
    private final boolean isTell;

    /** Whether each argument may be null. */
    private final boolean[] nullable;

    /** What its stage is of; null if it has none, or is one of nothing. */
    private final @Nullable AnnotatedType result;

    private InterfaceMethod(Class<?> owner, Method method, int id, int index) {
        this.owner = owner;
        this.method = method;
        this.id = id;
        this.index = index;
        this.isTell = method.getReturnType() == void.class;
        this.result = isTell ? null : result(method);
        Parameter[] parameters = method.getParameters();
        this.nullable = new boolean[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            nullable[i] = Nullness.isNullable(parameters[i]) || Nullness.isNullable(parameters[i].getAnnotatedType());
        }
    }

    private static @Nullable AnnotatedType result(Method method) {
        if (!(method.getAnnotatedReturnType() instanceof AnnotatedParameterizedType stage)) {
            throw new IllegalArgumentException(
                    "it returns a " + method.getReturnType().getSimpleName()
                            + " and doesn't say of what: one of Void if there is no result");
        }
        AnnotatedType of = stage.getAnnotatedActualTypeArguments()[0];
        return of.getType() == Void.class ? null : of;
    }

    /**
     * Returns the methods of an interface that are sent, in the order of {@link InterfaceCalls#messages}.
     *
     * @throws IllegalArgumentException if it isn't fit for that; the message names all methods that aren't, with what to do
     */
    public static List<InterfaceMethod> of(Class<?> type) {
        List<Method> messages = InterfaceCalls.messages(type);
        List<String> problems = new ArrayList<>();
        List<InterfaceMethod> methods = new ArrayList<>();
        Map<Integer, Method> ids = new TreeMap<>();
        for (int i = 0; i < messages.size(); i++) {
            Method message = messages.get(i);
            try {
                methods.add(new InterfaceMethod(type, message, idOf(message, ids), i));
            } catch (IllegalArgumentException unfit) {
                problems.add(inWords(message) + ": " + unfit.getMessage());
            }
        }
        addIdsInVain(type, messages, problems);
        if (messages.isEmpty()) {
            problems.add("it has no method that could be called");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "calls of " + type.getName() + " can't be sent: " + String.join("; ", problems));
        }
        return List.copyOf(methods);
    }

    /** Adds the methods that have a number and aren't sent. */
    private static void addIdsInVain(Class<?> type, List<Method> messages, List<String> problems) {
        Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getDeclaredMethods()))
                .distinct()
                .filter(method -> method.isAnnotationPresent(MethodId.class) && !method.isBridge())
                .filter(method -> messages.stream().noneMatch(message -> isSameCall(message, method)))
                .sorted(Comparator.comparing(Method::toString))
                .forEach(method -> problems.add(inWords(method) + ": it has @MethodId("
                        + method.getAnnotation(MethodId.class).value()
                        + "), but is never sent, as it is a default, static or private one, or one of Object"));
    }

    private static boolean isSameCall(Method one, Method other) {
        return one.getName().equals(other.getName())
                && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    private static int idOf(Method method, Map<Integer, Method> ids) {
        MethodId annotation = method.getAnnotation(MethodId.class);
        if (annotation == null) {
            throw new IllegalArgumentException("it has no @MethodId, the number by which nodes call it");
        }
        int id = annotation.value();
        if (id < 1) {
            throw new IllegalArgumentException("it has @MethodId(" + id + "), which must be positive");
        }
        Method other = ids.putIfAbsent(id, method);
        if (other != null) {
            throw new IllegalArgumentException("it has @MethodId(" + id + "), as " + inWords(other));
        }
        return id;
    }

    private static String inWords(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", method.getName() + "(", ")"));
    }

    /** Returns the interface, which may have inherited it. */
    public Class<?> owner() {
        return owner;
    }

    /** Returns the number by which nodes call it. */
    public int id() {
        return id;
    }

    /** Returns its place in {@link InterfaceCalls#messages}. */
    public int index() {
        return index;
    }

    /** Returns whether nothing is returned. */
    public boolean isTell() {
        return isTell;
    }

    /** Returns what it is called. */
    public String name() {
        return method.getName();
    }

    /** Returns its parameters. */
    public Parameter[] parameters() {
        return method.getParameters();
    }

    /** Returns what its stage is of; null if it has none, or is one of nothing. */
    public @Nullable AnnotatedType result() {
        return result;
    }

    /**
     * Checks the arguments of a call.
     *
     * @throws NullPointerException if one is null that mustn't be
     */
    public void requireArguments(@Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null && !nullable[i]) {
                throw new NullPointerException("argument " + (i + 1) + " of " + this + " is null, and isn't @Nullable");
            }
        }
    }

    /**
     * Checks a result.
     *
     * @throws NullPointerException if it is null and mustn't be
     */
    public void requireResult(@Nullable Object value) {
        if (value == null && result != null && !Nullness.isNullable(result)) {
            throw new NullPointerException("the result of " + this + " is null, and isn't @Nullable");
        }
    }

    /** Returns what it is called, with its interface and its parameters. */
    @Override
    public String toString() {
        return owner.getSimpleName() + "." + inWords(method);
    }
}
