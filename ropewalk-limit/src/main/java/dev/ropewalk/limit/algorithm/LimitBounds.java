package dev.ropewalk.limit.algorithm;

/** Where an adaptive limit begins, and between which values it stays. */
public record LimitBounds(int initial, int min, int max) {
    public static final LimitBounds DEFAULT = new LimitBounds(20, 1, 1000);

    public LimitBounds withInitial(int value) {
        return new LimitBounds(value, min, max);
    }

    public LimitBounds withMin(int value) {
        return new LimitBounds(initial, value, max);
    }

    public LimitBounds withMax(int value) {
        return new LimitBounds(initial, min, value);
    }

    public LimitBounds checked() {
        if (min < 1 || initial < min || max < initial) {
            throw new IllegalArgumentException(
                    "need 1 <= min <= initial <= max: min " + min + ", initial " + initial + ", max " + max);
        }
        return this;
    }

    public double clamp(double limit) {
        return Math.clamp(limit, min, max);
    }
}
