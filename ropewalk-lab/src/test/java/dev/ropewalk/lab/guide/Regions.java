package dev.ropewalk.lab.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The parts of compiled sources that documents show, marked as the javadoc tool wants it: {@code // @start} and {@code // @end}. */
final class Regions {
    private static final Pattern REGION =
            Pattern.compile("// @start region=\"(\\w+)\" :\n(.*?)\n *// @end\n", Pattern.DOTALL);

    private Regions() {}

    /** Returns the code of each region of a file, by the region's name. */
    static Map<String, String> of(Path source) throws IOException {
        var regions = new LinkedHashMap<String, String>();
        REGION.matcher(Files.readString(source)).results().forEach(match -> {
            if (regions.put(match.group(1), match.group(2).stripIndent()) != null) {
                throw new IllegalArgumentException(source + " has two regions " + match.group(1));
            }
        });
        return regions;
    }
}
