package dev.ropewalk.cluster.codec;

import dev.ropewalk.cluster.codec.SampleTypes.Boxes;
import dev.ropewalk.cluster.codec.SampleTypes.Cell;
import dev.ropewalk.cluster.codec.SampleTypes.Circle;
import dev.ropewalk.cluster.codec.SampleTypes.Collections;
import dev.ropewalk.cluster.codec.SampleTypes.Colour;
import dev.ropewalk.cluster.codec.SampleTypes.Group;
import dev.ropewalk.cluster.codec.SampleTypes.Invoice;
import dev.ropewalk.cluster.codec.SampleTypes.Money;
import dev.ropewalk.cluster.codec.SampleTypes.Nothing;
import dev.ropewalk.cluster.codec.SampleTypes.Nullables;
import dev.ropewalk.cluster.codec.SampleTypes.Percent;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.PrimitiveArrays;
import dev.ropewalk.cluster.codec.SampleTypes.Primitives;
import dev.ropewalk.cluster.codec.SampleTypes.Scalars;
import dev.ropewalk.cluster.codec.SampleTypes.Shape;
import dev.ropewalk.cluster.codec.SampleTypes.Side;
import dev.ropewalk.cluster.codec.SampleTypes.Tree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values of the sample types, drawn by a seed; edges are drawn often. */
final class RandomValues {
    private static final int MAX_ELEMENTS = 4;
    private static final int MAX_LEVEL = 3;
    private static final String CHARACTERS = "abcXYZ09 \0\u007F\u0080\u00E9\u07FF\u0800\u20AC\uD7FF\uE000\uFFFF";

    private static final List<Colour> COLOURS = List.of(Colour.values());

    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    Object message() {
        return switch (random.nextInt(13)) {
            case 0 -> shape(0);
            case 1 -> new Nothing();
            case 2 ->
                new Primitives(
                        random.nextBoolean(),
                        (byte) number(),
                        (short) number(),
                        (char) number(),
                        (int) number(),
                        number(),
                        random.nextFloat(),
                        fraction());
            case 3 ->
                new Boxes(
                        random.nextBoolean(),
                        (byte) number(),
                        (short) number(),
                        (char) number(),
                        (int) number(),
                        number(),
                        random.nextFloat(),
                        fraction());
            case 4 -> scalars();
            case 5 ->
                new Nullables(
                        nullOr(this::text),
                        nullOr(() -> (int) number()),
                        nullOr(this::point),
                        nullOr(() -> shape(0)),
                        list(() -> nullOr(this::text)),
                        numbers());
            case 6 -> collections();
            case 7 -> arrays();
            case 8 -> percent();
            case 9 -> tree(0);
            case 10 -> cell(random.nextInt(10));
            case 11 -> new Invoice(money(), list(this::money), map(this::money, this::percent));
            default -> text();
        };
    }

    private Scalars scalars() {
        return new Scalars(
                text(),
                integer(),
                new BigDecimal(integer(), random.nextInt(2001) - 1000),
                Instant.ofEpochSecond(number() % 31_556_889_864_403_199L, random.nextInt(1_000_000_000)),
                Duration.ofSeconds(number(), random.nextInt(1_000_000_000)),
                LocalDate.ofEpochDay(number() % 365_241_780_471L),
                uuid(),
                colour());
    }

    private Collections collections() {
        return new Collections(
                list(this::text),
                set(() -> (int) number()),
                set(this::point),
                map(this::text, () -> list(() -> shape(1))),
                map(this::colour, () -> optional(() -> Duration.ofMillis(random.nextInt()))),
                list(() -> shape(0)),
                optional(this::point));
    }

    private PrimitiveArrays arrays() {
        int length = random.nextInt(MAX_ELEMENTS);
        var booleans = new boolean[length];
        var shorts = new short[length];
        var chars = new char[length];
        for (int i = 0; i < length; i++) {
            booleans[i] = random.nextBoolean();
            shorts[i] = (short) number();
            chars[i] = (char) number();
        }
        return new PrimitiveArrays(
                bytes(),
                booleans,
                shorts,
                chars,
                random.ints(length).toArray(),
                random.longs(length).toArray(),
                new float[length],
                random.doubles(length).toArray(),
                nullOr(this::bytes));
    }

    private Shape shape(int level) {
        return switch (random.nextInt(level < MAX_LEVEL ? 4 : 3)) {
            case 0 -> point();
            case 1 -> new Circle(point(), fraction(), colour());
            case 2 -> random.nextBoolean() ? Side.LEFT : Side.RIGHT;
            default -> new Group(list(() -> shape(level + 1)));
        };
    }

    private Tree tree(int level) {
        return new Tree(text(), level < MAX_LEVEL ? list(() -> tree(level + 1)) : List.of());
    }

    private Cell cell(int more) {
        return new Cell(more == 0 ? null : cell(more - 1));
    }

    private Point point() {
        return new Point(number(), number());
    }

    private Percent percent() {
        return new Percent(random.nextInt(101));
    }

    private Money money() {
        return new Money(number());
    }

    private Colour colour() {
        return COLOURS.get(random.nextInt(COLOURS.size()));
    }

    private UUID uuid() {
        return new UUID(number(), number());
    }

    private BigInteger integer() {
        return new BigInteger(random.nextInt(1000), random).subtract(BigInteger.ONE.shiftLeft(random.nextInt(1000)));
    }

    private double fraction() {
        return random.nextInt(10) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
    }

    /** Returns a number with any count of bits. */
    private long number() {
        return random.nextLong() >> random.nextInt(Long.SIZE);
    }

    private byte[] bytes() {
        var bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 500 : MAX_ELEMENTS)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        int length = random.nextInt(random.nextInt(20) == 0 ? 200 : MAX_ELEMENTS);
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            if (random.nextInt(10) == 0) {
                text.appendCodePoint(0x10000 + random.nextInt(0x100000));
            } else {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
        }
        return text.toString();
    }

    private <T> @Nullable T nullOr(Supplier<T> value) {
        return random.nextBoolean() ? null : value.get();
    }

    private <T> Optional<T> optional(Supplier<T> value) {
        return random.nextBoolean() ? Optional.empty() : Optional.of(value.get());
    }

    private <T extends @Nullable Object> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int left = random.nextInt(MAX_ELEMENTS); left > 0; left--) {
            list.add(element.get());
        }
        return list;
    }

    private <T> Set<T> set(Supplier<T> element) {
        return new HashSet<>(list(element));
    }

    private <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
        Map<K, V> map = new HashMap<>();
        for (K each : set(key)) {
            map.put(each, value.get());
        }
        return map;
    }

    private Map<String, @Nullable Long> numbers() {
        Map<String, @Nullable Long> map = new HashMap<>();
        for (String each : set(this::text)) {
            map.put(each, nullOr(this::number));
        }
        return map;
    }
}
