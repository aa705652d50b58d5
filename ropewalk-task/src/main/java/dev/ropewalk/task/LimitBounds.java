package dev.ropewalk.task;

/** Where an adaptive limit begins, and between which values it stays. */
record LimitBounds(int initial, int min, int max) {
    static final LimitBounds DEFAULT = new LimitBounds(20, 1, 1000);

    LimitBounds withInitial(int value) {
        return new LimitBounds(value, min, max);
    }

    LimitBounds withMin(int value) {
        return new LimitBounds(initial, value, max);
    }

    LimitBounds withMax(int value) {
        return new LimitBounds(initial, min, value);
    }

    LimitBounds checked() {
        if (min < 1 || initial < min || max < initial) {
            throw new IllegalArgumentException(
                    "need 1 <= min <= initial <= max: min " + min + ", initial " + initial + ", max " + max);
        }
        return this;
    }

    double clamp(double limit) {
        return Math.clamp(limit, min, max);
    }
}
