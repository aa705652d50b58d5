package dev.ropewalk.cluster.codec.build;

import dev.ropewalk.cluster.codec.Since;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What components are in frames of records that don't have them yet. */
final class Defaults {
    private static final Map<Class<?>, Object> EMPTY = Map.of(
            String.class,
            "",
            List.class,
            List.of(),
            Set.class,
            Set.of(),
            Map.class,
            Map.of(),
            Optional.class,
            Optional.empty());
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.ofEntries(
            Map.entry(Boolean.class, Defaults::parseBoolean),
            Map.entry(Byte.class, Byte::valueOf),
            Map.entry(Short.class, Short::valueOf),
            Map.entry(Character.class, Defaults::parseCharacter),
            Map.entry(Integer.class, Integer::valueOf),
            Map.entry(Long.class, Long::valueOf),
            Map.entry(Float.class, Float::valueOf),
            Map.entry(Double.class, Double::valueOf),
            Map.entry(String.class, text -> text),
            Map.entry(BigInteger.class, BigInteger::new),
            Map.entry(BigDecimal.class, BigDecimal::new),
            Map.entry(Instant.class, Instant::parse),
            Map.entry(Duration.class, Duration::parse),
            Map.entry(LocalDate.class, LocalDate::parse),
            Map.entry(UUID.class, UUID::fromString));

    private Defaults() {}

    /**
     * Returns the default of a component.
     *
     * @throws IllegalArgumentException if there is none, or if it isn't one of the type
     */
    static @Nullable Object of(Since since, Class<?> type, boolean isNullable, String place) {
        if (!since.orElse().isEmpty()) {
            return parse(since.orElse(), type, place);
        } else if (isNullable) {
            return null;
        } else if (type.isArray()) {
            return Array.newInstance(type.componentType(), 0);
        }
        Class<?> box = box(type);
        Object empty = EMPTY.get(box);
        if (empty != null) {
            return empty;
        } else if (box == Character.class) {
            return '\0';
        } else if (box == Boolean.class) {
            return false;
        } else if (type != box || (Number.class.isAssignableFrom(box) && PARSERS.containsKey(box))) {
            return parse("0", type, place);
        }
        throw new IllegalArgumentException(place + " has no default: make it @Nullable or an Optional, or give orElse");
    }

    private static Object parse(String text, Class<?> type, String place) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> ((Enum<?>) constant).name().equals(text))
                    .findFirst()
                    .orElseThrow(() -> noDefault(text, type, place, null));
        }
        Function<String, Object> parser = PARSERS.get(box(type));
        if (parser == null) {
            throw noDefault(text, type, place, null);
        }
        try {
            return parser.apply(text);
        } catch (RuntimeException e) {
            throw noDefault(text, type, place, e);
        }
    }

    private static IllegalArgumentException noDefault(
            String text, Class<?> type, String place, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                place + " has the default \"" + text + "\", which is no " + type.getTypeName(), cause);
    }

    private static Class<?> box(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private static Object parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Object parseCharacter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }
}
