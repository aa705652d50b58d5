package dev.ropewalk.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The values of all parameters in one cell of the grid, in the experiment's order: whole numbers and words. Immutable. */
public final class Params {
    private final SequencedMap<String, Object> values;

    private Params(SequencedMap<String, Object> values) {
        this.values = Collections.unmodifiableSequencedMap(values);
    }

    /** Returns no parameters at all. */
    public static Params none() {
        return new Params(new LinkedHashMap<>());
    }

    /** Returns the parameters of a map whose values are whole numbers and strings. */
    @JsonCreator
    public static Params of(Map<String, ?> values) {
        var copy = new LinkedHashMap<String, Object>();
        values.forEach((name, value) -> copy.put(name, canonical(name, value)));
        return new Params(copy);
    }

    /** Returns a copy with one value added or replaced. */
    public Params with(String name, Object value) {
        var copy = new LinkedHashMap<>(values);
        copy.put(name, canonical(name, value));
        return new Params(copy);
    }

    /** Returns a copy with one value left out. */
    public Params without(String name) {
        var copy = new LinkedHashMap<>(values);
        copy.remove(name);
        return new Params(copy);
    }

    /** Returns all values by name. */
    @JsonValue
    public SequencedMap<String, Object> values() {
        return values;
    }

    /** Returns a numeric value. */
    public long number(String name) {
        return value(name) instanceof Long number ? number : refuse(name, "a whole number");
    }

    /** Returns a numeric value that must fit an int. */
    public int integer(String name) {
        return Math.toIntExact(number(name));
    }

    /** Returns a value as text. */
    public String text(String name) {
        return value(name).toString();
    }

    private Object value(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter " + name + " in " + this);
        }
        return value;
    }

    private long refuse(String name, String wanted) {
        throw new IllegalArgumentException("parameter " + name + " must be " + wanted + ", but is " + value(name));
    }

    private static Object canonical(String name, Object value) {
        return switch (value) {
            case Number number -> number.longValue();
            case String text -> text;
            default ->
                throw new IllegalArgumentException("parameter " + name + " must be a whole number or a word, but is a "
                        + value.getClass().getName());
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Params params && values.equals(params.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** Returns the values as on the command line: {@code actors=24 load=zipf}. */
    @Override
    public String toString() {
        return values.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
    }
}
