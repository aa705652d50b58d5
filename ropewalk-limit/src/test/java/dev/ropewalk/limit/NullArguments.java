package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.TypeVariable;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gives each parameter of public methods null, or a collection with null, and expects an error with its name;
 * a parameter {@code value} has the name of its method. */
public final class NullArguments {
    private final Map<Class<?>, Object> samples = new HashMap<>(Map.of(
            String.class, "name",
            Object.class, "object",
            Duration.class, Duration.ofSeconds(30),
            Throwable.class, new IllegalStateException("sample"),
            Class.class, Error.class,
            List.class, List.of(),
            Set.class, Set.of(),
            Map.class, Map.of(),
            Optional.class, Optional.empty()));

    private final List<String> wrong = new ArrayList<>();

    private interface Call {
        void with(@Nullable Object[] arguments) throws ReflectiveOperationException;
    }

    /** Sets the value of the parameters of a type while another one is null. */
    public <T> NullArguments sample(Class<T> type, T value) {
        samples.put(type, value);
        return this;
    }

    private Object sample(Class<?> type) {
        if (samples.containsKey(type)) {
            return Objects.requireNonNull(samples.get(type));
        } else if (type.isPrimitive()) {
            return MethodType.methodType(type).wrap().returnType() == Boolean.class
                    ? true
                    : Objects.requireNonNull(Array.get(one(type), 0));
        } else if (type.isArray()) {
            return Array.newInstance(type.componentType(), 0);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type.isRecord()) {
            return sampleRecord(type.getDeclaredConstructors()[0]);
        } else if (!type.isInterface()) {
            throw new AssertionError("no sample of " + type);
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
    }

    private Object sampleRecord(Constructor<?> constructor) {
        try {
            return constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
                    .map(this::sample)
                    .toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no sample by " + constructor, e);
        }
    }

    private static Object one(Class<?> primitive) {
        Object array = Array.newInstance(primitive, 1);
        Array.setByte(array, 0, (byte) 1);
        return array;
    }

    private static List<String> names(Executable method) {
        Class<?> owner = method.getDeclaringClass();
        String name = method instanceof Constructor<?> ? "<init>" : method.getName();
        Class<?> result = method instanceof Method plain ? plain.getReturnType() : void.class;
        var type = MethodTypeDesc.ofDescriptor(
                MethodType.methodType(result, method.getParameterTypes()).descriptorString());
        String file = owner.getName().substring(owner.getPackageName().length() + 1) + ".class";
        try (InputStream bytes = owner.getResourceAsStream(file)) {
            var variables = ClassFile.of().parse(Objects.requireNonNull(bytes).readAllBytes()).methods().stream()
                    .filter(each -> each.methodName().equalsString(name)
                            && each.methodTypeSymbol().equals(type))
                    .findFirst()
                    .flatMap(each -> each.code())
                    .flatMap(code -> code.findAttribute(Attributes.localVariableTable()))
                    .orElseThrow()
                    .localVariables();
            int slot = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
            List<String> names = new ArrayList<>();
            for (Class<?> each : method.getParameterTypes()) {
                int at = slot;
                names.add(variables.stream()
                        .filter(variable -> variable.slot() == at && variable.startPc() == 0)
                        .findFirst()
                        .orElseThrow()
                        .name()
                        .stringValue());
                slot += each == long.class || each == double.class ? 2 : 1;
            }
            return names;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean mayBeNull(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class)
                || (type instanceof AnnotatedTypeVariable variable
                        && Arrays.stream(((TypeVariable<?>) variable.getType()).getAnnotatedBounds())
                                .anyMatch(bound -> bound.isAnnotationPresent(Nullable.class)));
    }

    private void check(Executable method, Executable code, String what, Call call) {
        Class<?>[] types = method.getParameterTypes();
        if (Arrays.stream(types).anyMatch(NullArguments::isInternal)) {
            return; // users can't call it
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i].isPrimitive() || mayBeNull(method.getAnnotatedParameterTypes()[i])) {
                continue;
            }
            @Nullable
            Object[] arguments = Arrays.stream(types).map(this::sample).toArray();
            String own = names(code).get(i);
            String name = own.equals("value") ? method.getName() : own;
            arguments[i] = null;
            expect(name, what, call, arguments);
            arguments[i] = withNull(types[i]);
            if (arguments[i] != null) {
                expect("null in " + name, what, call, arguments);
            }
        }
    }

    private static boolean isInternal(Class<?> type) {
        String name = type.getPackageName();
        return name.startsWith("dev.ropewalk.")
                && name.chars().filter(c -> c == '.').count() > 2;
    }

    private void expect(String message, String what, Call call, @Nullable Object[] arguments) {
        String shown = what + ", no \"" + message + "\" but ";
        try {
            call.with(arguments);
            wrong.add(shown + "nothing");
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof NullPointerException thrown) || !message.equals(thrown.getMessage())) {
                wrong.add(shown + e.getCause());
            }
        } catch (ReflectiveOperationException e) {
            wrong.add(shown + e);
        }
    }

    /** Returns an argument of a type that contains null, or null if there is none. */
    private static @Nullable Object withNull(Class<?> type) {
        if (type == List.class) {
            return Collections.singletonList(null);
        } else if (type == Set.class) {
            return Collections.singleton(null);
        } else if (type == Map.class) {
            return Collections.singletonMap("key", null);
        } else if (type.isArray() && !type.componentType().isPrimitive()) {
            return Array.newInstance(type.componentType(), 1);
        }
        return null;
    }

    /** Checks the static methods and constructors of all public classes beside the given one. */
    public NullArguments statics(Class<?> beside) throws IOException, URISyntaxException, ClassNotFoundException {
        Path root = Path.of(
                beside.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path folder = root.resolve(beside.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class") && !name.equals("package-info.class")) {
                    staticsOf(Class.forName(beside.getPackageName() + "." + name.substring(0, name.length() - 6)));
                }
            }
        }
        return this;
    }

    private void staticsOf(Class<?> type) {
        if (!isPublic(type)) {
            return;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && Modifier.isStatic(method.getModifiers())
                    && !(type.isEnum() && method.getName().equals("valueOf"))) {
                check(method, method, method.toString(), arguments -> method.invoke(null, arguments));
            }
        }
        for (Constructor<?> constructor : type.getConstructors()) {
            check(constructor, constructor, constructor.toString(), constructor::newInstance);
        }
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    /** Checks the methods that objects have through a public type. */
    public NullArguments on(Class<?> type, Object... subjects) throws NoSuchMethodException {
        for (Object subject : subjects) {
            for (Method method : type.getMethods()) {
                if (method.getDeclaringClass() != Object.class
                        && !method.getName().equals("equals")
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isBridge()) {
                    Method code = code(method, subject.getClass());
                    method.setAccessible(true);
                    check(
                            method,
                            code,
                            subject.getClass().getSimpleName() + " as " + method,
                            arguments -> method.invoke(subject, arguments));
                }
            }
        }
        return this;
    }

    /** Returns the method that runs when an object of a class gets the call. */
    private static Method code(Method method, Class<?> subject) throws NoSuchMethodException {
        for (@Nullable Class<?> type = subject; type != null; type = type.getSuperclass()) {
            for (Method each : type.getDeclaredMethods()) {
                if (each.getName().equals(method.getName())
                        && each.getReturnType() == method.getReturnType()
                        && Arrays.equals(each.getParameterTypes(), method.getParameterTypes())
                        && !Modifier.isAbstract(each.getModifiers())) {
                    return each;
                }
            }
        }
        return method;
    }

    public void assertAllNamed() {
        assertThat(wrong).isEmpty();
    }
}
