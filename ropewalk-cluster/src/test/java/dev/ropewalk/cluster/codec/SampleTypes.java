package dev.ropewalk.cluster.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types of which tests send values: all that components may be. */
final class SampleTypes {
    private SampleTypes() {}

    sealed interface Shape permits Point, Circle, Group, Side {}

    record Point(long x, long y) implements Shape {}

    record Circle(Point center, double radius, Colour colour) implements Shape {}

    record Group(List<Shape> shapes) implements Shape {}

    enum Side implements Shape {
        LEFT,
        RIGHT {
            @Override
            boolean isRight() {
                return true;
            }
        };

        boolean isRight() {
            return false;
        }
    }

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    record Nothing() {}

    record Primitives(boolean z, byte b, short s, char c, int i, long j, float f, double d) {}

    record Boxes(Boolean z, Byte b, Short s, Character c, Integer i, Long j, Float f, Double d) {}

    record Scalars(
            String text,
            BigInteger integer,
            BigDecimal decimal,
            Instant instant,
            Duration duration,
            LocalDate date,
            UUID uuid,
            Colour colour) {}

    record Nullables(
            @Nullable String text,
            @Nullable Integer number,
            @Nullable Point point,
            @Nullable Shape shape,
            List<@Nullable String> texts,
            Map<String, @Nullable Long> numbers) {}

    record Collections(
            List<String> texts,
            Set<Integer> numbers,
            Set<Point> points,
            Map<String, List<Shape>> shapes,
            Map<Colour, Optional<Duration>> durations,
            List<? extends Shape> more,
            Optional<Point> point) {}

    @SuppressWarnings("ArrayRecordComponent") // they may be sent
    record PrimitiveArrays(
            byte[] b,
            boolean[] z,
            short[] s,
            char[] c,
            int[] i,
            long[] j,
            float[] f,
            double[] d,
            byte @Nullable [] more) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PrimitiveArrays that && Arrays.deepEquals(all(), that.all());
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(all());
        }

        @Override
        public String toString() {
            return Arrays.deepToString(all());
        }

        private @Nullable Object[] all() {
            return new @Nullable Object[] {b, z, s, c, i, j, f, d, more};
        }
    }

    /** A record that refuses some values. */
    record Percent(int value) {
        Percent {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException(value + " %");
            }
        }
    }

    record Tree(String name, List<Tree> below) {}

    record Cell(@Nullable Cell next) {}

    /** A type with a codec. */
    static final class Money {
        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }

        long cents() {
            return cents;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Money money && money.cents == cents;
        }

        @Override
        public int hashCode() {
            return Objects.hash(cents);
        }

        @Override
        public String toString() {
            return cents + " cents";
        }
    }

    record Invoice(Money total, List<Money> parts, Map<Money, Percent> rates) {}

    static final class MoneyCodec implements Codec<Money> {
        @Override
        public void write(Money value, FrameWriter out) {
            out.writeLong(value.cents());
        }

        @Override
        public Money read(FrameReader in) {
            return new Money(in.readLong());
        }
    }

    static CodecRegistryBuilder builder() {
        return CodecRegistry.builder()
                .register(1, Point.class)
                .register(2, Circle.class)
                .register(3, Group.class)
                .registerEnum(4, Side.class, Map.of(Side.LEFT, 0, Side.RIGHT, 1))
                .registerEnum(5, Colour.class, Map.of(Colour.RED, 3, Colour.GREEN, 200, Colour.BLUE, 1))
                .register(6, Nothing.class)
                .register(7, Primitives.class)
                .register(8, Boxes.class)
                .register(9, Scalars.class)
                .register(10, Nullables.class)
                .register(11, Collections.class)
                .register(12, PrimitiveArrays.class)
                .register(13, Percent.class)
                .register(14, Tree.class)
                .register(15, Cell.class)
                .register(300, Money.class, new MoneyCodec())
                .register(16, Invoice.class)
                .register(17, String.class);
    }
}
