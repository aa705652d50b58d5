package dev.ropewalk.lab.experiment;

import java.util.List;

/** Something that the cells of an experiment's grid differ in. */
public sealed interface Parameter {
    /** Returns the name, as on the command line. */
    String name();

    /** Returns the unit, empty if there is none. */
    String unit();

    /** Returns a short description. */
    String description();

    /** Returns the values that are allowed, in words. */
    String allowed();

    /**
     * Returns the value that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none; the message names the text and what is allowed
     */
    Object parse(String text);

    /** A parameter that is a whole number. */
    record Count(String name, String unit, String description, long min, long max) implements Parameter {
        @Override
        public String allowed() {
            return "a whole number from " + min + " to " + max;
        }

        @Override
        public Object parse(String text) {
            try {
                long value = Long.parseLong(text);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Refused below, with the same words as a number out of range.
            }
            throw new IllegalArgumentException(name + " must be " + allowed() + ", but is '" + text + "'");
        }
    }

    /** A parameter that is one of a few words. */
    record Choice(String name, String description, List<String> values) implements Parameter {
        public Choice {
            values = List.copyOf(values);
        }

        @Override
        public String unit() {
            return "";
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", values);
        }

        @Override
        public Object parse(String text) {
            if (!values.contains(text)) {
                throw new IllegalArgumentException(name + " must be " + allowed() + ", but is '" + text + "'");
            }
            return text;
        }
    }
}
