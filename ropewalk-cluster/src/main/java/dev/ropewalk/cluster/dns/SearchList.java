package dev.ropewalk.cluster.dns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How names are completed. A system has this in a file; where it has none names are taken as they are.
 *
 * @param domains to be appended, one after another
 * @param dots a name with so many of them is tried as it is before
 */
public record SearchList(List<String> domains, int dots) {
    /** Completes nothing. */
    public static final SearchList NONE = new SearchList(List.of(), 1);

    private static final Path FILE = Path.of("/etc/resolv.conf");
    private static final int MAX_DOMAINS = 32;
    private static final int MAX_DOTS = 15;

    /** Makes a copy. */
    public SearchList {
        domains = List.copyOf(domains);
    }

    /** Returns that of this machine. */
    public static SearchList ofSystem() {
        try {
            return parse(Files.readAllLines(FILE));
        } catch (IOException | RuntimeException unknown) {
            return NONE; // no such file on this system, or no text
        }
    }

    /** Reads the lines of the file; the last of several counts, as for the system. */
    static SearchList parse(List<String> lines) {
        List<String> domains = List.of();
        int dots = 1;
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", -1);
            List<String> rest = List.of(words).subList(1, words.length);
            switch (words[0]) {
                case "search", "domain" ->
                    domains = rest.stream().limit(MAX_DOMAINS).toList();
                case "options" -> dots = dots(rest, dots);
                default -> {} // servers, comments
            }
        }
        return new SearchList(domains, dots);
    }

    private static int dots(List<String> options, int before) {
        int dots = before;
        for (String option : options) {
            if (option.matches("ndots:\\d{1,3}")) {
                dots = Math.min(MAX_DOTS, Integer.parseInt(option.substring("ndots:".length())));
            }
        }
        return dots;
    }

    /** Returns the whole names that a name may stand for, without the dot at the end, in the order in which they are tried. */
    public List<String> candidates(String name) {
        if (name.endsWith(".")) {
            return List.of(name.substring(0, name.length() - 1));
        }
        List<String> all = new ArrayList<>();
        for (String domain : domains) {
            String end = domain.endsWith(".") ? domain.substring(0, domain.length() - 1) : domain;
            all.add(end.isEmpty() ? name : name + "." + end);
        }
        boolean isWhole = name.chars().filter(c -> c == '.').count() >= dots;
        all.add(isWhole ? 0 : all.size(), name);
        return all;
    }
}
