package dev.ropewalk.observe.jmx;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * How values of a type become open data, which every client understands without the library's classes. It is what MXBeans do: a record
 * becomes composite data, a list of records or of numbers an array, a map from names tabular data, an enum constant its name.
 *
 * @param type the open type
 * @param convert makes a value of that type
 */
record OpenMapping(OpenType<?> type, Function<Object, Object> convert) {
    private static final String KEY = "key";
    private static final String VALUE = "value";

    /**
     * Returns the mapping of a type.
     *
     * @throws IllegalArgumentException if it is none that snapshots have
     */
    static OpenMapping of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return list(of(arguments[0]));
            } else if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return map(of(arguments[1]));
            }
        } else if (type instanceof Class<?> plain) {
            return plain(plain);
        }
        throw new IllegalArgumentException("no open data for " + type);
    }

    private static OpenMapping plain(Class<?> type) {
        if (type == long.class || type == Long.class) {
            return new OpenMapping(SimpleType.LONG, Function.identity());
        } else if (type == int.class || type == Integer.class) {
            return new OpenMapping(SimpleType.INTEGER, Function.identity());
        } else if (type == double.class) {
            return new OpenMapping(SimpleType.DOUBLE, Function.identity());
        } else if (type == boolean.class) {
            return new OpenMapping(SimpleType.BOOLEAN, Function.identity());
        } else if (type == String.class || type.isEnum()) {
            return new OpenMapping(SimpleType.STRING, Object::toString);
        } else if (type.isRecord()) {
            return composite(RecordShape.of(type));
        }
        throw new IllegalArgumentException("no open data for " + type);
    }

    private static OpenMapping composite(RecordShape shape) {
        String[] names = shape.fields().stream().map(RecordShape.Field::name).toArray(String[]::new);
        OpenType<?>[] types =
                shape.fields().stream().map(field -> field.mapping().type()).toArray(OpenType<?>[]::new);
        String[] descriptions = shape.fields().stream()
                .map(field -> field.description(shape.name()))
                .toArray(String[]::new);
        CompositeType type = compositeType(shape.name(), names, descriptions, types);
        return new OpenMapping(type, value -> {
            Object[] items =
                    shape.fields().stream().map(field -> field.read(value)).toArray();
            return compositeData(type, names, items);
        });
    }

    private static OpenMapping list(OpenMapping element) {
        if (element.type.equals(SimpleType.LONG)) {
            return new OpenMapping(
                    open(() -> new ArrayType<Long[]>(1, element.type)),
                    value -> ((List<?>) value).toArray(Long[]::new));
        }
        if (!(element.type instanceof CompositeType)) {
            throw new IllegalArgumentException("no open data for a list of " + element.type);
        }
        return new OpenMapping(
                open(() -> new ArrayType<CompositeData[]>(1, element.type)),
                value -> ((List<?>) value).stream().map(element.convert).toArray(CompositeData[]::new));
    }

    private static OpenMapping map(OpenMapping value) {
        String[] names = {KEY, VALUE};
        CompositeType row = compositeType("row", names, names, new OpenType<?>[] {SimpleType.STRING, value.type});
        TabularType type = open(() -> new TabularType("map", "a map from names", row, new String[] {KEY}));
        return new OpenMapping(type, map -> {
            var table = new TabularDataSupport(type);
            ((Map<?, ?>) map).forEach((key, each) -> {
                Object[] items = {key, value.convert.apply(each)};
                table.put(compositeData(row, names, items));
            });
            return table;
        });
    }

    private static CompositeType compositeType(
            String name, String[] names, String[] descriptions, OpenType<?>[] types) {
        return open(() -> new CompositeType(name, name, names, descriptions, types));
    }

    private static CompositeData compositeData(CompositeType type, String[] names, Object[] items) {
        return open(() -> new CompositeDataSupport(type, names, items));
    }

    /** Makes something of open data. */
    private interface Maker<T> {
        T make() throws OpenDataException;
    }

    private static <T> T open(Maker<T> maker) {
        try {
            return maker.make();
        } catch (OpenDataException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
