package dev.ropewalk.cpu.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.cpu.CpuSet;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A tree of small text files as the kernel shows them. What is missing, unreadable or malformed is empty: kernels and
 * containers hide any part of it, and none of that is an error.
 *
 * <p>There are no streams, lambdas, patterns or paths here, nor in what else reads the topology: it runs at the start of
 * every program, where the first use of each takes milliseconds.
 */
public record Sysfs(File root) {
    private static final int MAX_DIGITS = 5;

    public Optional<String> text(String path) {
        try (var file = new FileInputStream(new File(root, path))) {
            return Optional.of(new String(file.readAllBytes(), UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the number in a file; empty if there is none, or it is negative, by which the kernel means unknown. */
    OptionalInt number(String path) {
        Optional<String> text = text(path);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(text.get());
            return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
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

    /** Returns the numbers of a folder's entries whose name is a prefix and a number. */
    int[] numbered(String folder, String prefix) {
        String[] names = new File(root, folder).list();
        if (names == null) {
            return new int[0];
        }
        var numbers = new BitSet();
        for (String name : names) {
            String digits = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
            if (digits.length() <= MAX_DIGITS && CpuList.isNumber(digits)) {
                numbers.set(Integer.parseInt(digits));
            }
        }
        return CpuList.places(numbers);
    }
}
