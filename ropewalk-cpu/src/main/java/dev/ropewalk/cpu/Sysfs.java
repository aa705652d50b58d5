package dev.ropewalk.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A tree of small text files as the kernel shows them. What is missing, unreadable or malformed is empty: kernels and
 * containers hide any part of it, and none of that is an error.
 */
record Sysfs(Path root) {
    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the number in a file; empty if there is none, or it is negative, by which the kernel means unknown. */
    OptionalInt number(String path) {
        try {
            return text(path).stream()
                    .mapToInt(Integer::parseInt)
                    .filter(number -> number >= 0)
                    .findFirst();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns the list of CPUs in a file; empty if there is none, or it names none. */
    CpuSet list(String path) {
        return parse(text(path).orElse(""));
    }

    /** Returns the CPUs in a list; empty if it is malformed. */
    static CpuSet parse(String list) {
        try {
            return CpuSet.parse(list);
        } catch (IllegalArgumentException e) {
            return CpuSet.of();
        }
    }

    /** Returns the numbers of a folder's entries whose name is a prefix and a number, in ascending order. */
    IntStream numbered(String folder, String prefix) {
        String[] names = root.resolve(folder).toFile().list();
        if (names == null) {
            return IntStream.empty();
        }
        var name = Pattern.compile(Pattern.quote(prefix) + "(\\d{1,5})");
        return Stream.of(names)
                .map(name::matcher)
                .filter(Matcher::matches)
                .mapToInt(matcher -> Integer.parseInt(matcher.group(1)))
                .sorted();
    }
}
