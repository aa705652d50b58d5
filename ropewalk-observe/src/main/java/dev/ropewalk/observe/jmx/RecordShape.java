package dev.ropewalk.observe.jmx;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a type of records shows: its components, and the figures that it works out from them, such as a sum.
 *
 * @param name of the type
 * @param fields the components in order, then the other figures by name
 */
record RecordShape(String name, List<Field> fields) {
    private static final Set<Class<?>> FIGURES = Set.of(long.class, int.class, double.class);

    /**
     * Something that a record shows.
     *
     * @param name of the component or method
     * @param accessor reads it
     * @param mapping makes open data of it
     */
    record Field(String name, Method accessor, OpenMapping mapping) {
        /** Returns the value in a record, as open data. */
        Object read(Object record) {
            try {
                return mapping.convert().apply(accessor.invoke(record));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("can't read " + name + " of " + record.getClass(), e);
            }
        }

        /** Returns the unit of a figure; empty if it is none, or has none. */
        Optional<String> unit() {
            return Units.of(name, accessor.getReturnType());
        }

        /** Returns what it is, with its unit. */
        String description(String type) {
            return type + "." + name + unit().map(unit -> " (" + unit + ")").orElse("");
        }

        private static Field of(Method accessor) {
            return new Field(accessor.getName(), accessor, OpenMapping.of(accessor.getGenericReturnType()));
        }
    }

    /** Returns the shape of a type of records. */
    static RecordShape of(Class<?> type) {
        List<Method> accessors = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getAccessor)
                .collect(Collectors.toCollection(ArrayList::new));
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> isFigure(method) && !accessors.contains(method))
                .sorted(Comparator.comparing(Method::getName))
                .forEachOrdered(accessors::add);
        return new RecordShape(
                type.getSimpleName(), accessors.stream().map(Field::of).toList());
    }

    private static boolean isFigure(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && method.getParameterCount() == 0
                && FIGURES.contains(method.getReturnType())
                && !method.getName().equals("hashCode");
    }
}
