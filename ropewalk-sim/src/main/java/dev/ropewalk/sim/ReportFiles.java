package dev.ropewalk.sim;

import dev.ropewalk.sim.choice.Decisions;
import dev.ropewalk.sim.choice.ReplayKey;
import dev.ropewalk.sim.choice.ScheduleFile;
import dev.ropewalk.sim.trace.PictureTitle;
import dev.ropewalk.sim.trace.SequencePicture;
import dev.ropewalk.sim.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the files about a failed run. What goes wrong with them is told, but hides no failure. */
final class ReportFiles {
    private static final int MAX_NAME = 100;

    private final @Nullable Path directory;
    private final String name;
    private final List<String> told = new ArrayList<>();

    ReportFiles(SimulationOptions options, long seed) {
        this.directory = options.reports() == null ? usualDirectory() : options.reports();
        String test = options.name().replaceAll("[^A-Za-z0-9._-]+", "_");
        this.name = (test.length() > MAX_NAME ? test.substring(test.length() - MAX_NAME) : test) + "-"
                + HexFormat.of().toHexDigits(seed);
    }

    /** Maven's directory of what a build makes, or Gradle's. */
    private static @Nullable Path usualDirectory() {
        for (String build : List.of("target", "build")) {
            if (Files.isDirectory(Path.of(build))) {
                return Path.of(build, "simulations");
            }
        }
        return null;
    }

    void writePicture(Trace trace, PictureTitle title) {
        write("picture", ".html", () -> SequencePicture.page(trace, title));
    }

    /** Writes all decisions of the run as it was found. */
    void writeSchedule(String test, ReplayKey key, Decisions decisions) {
        write("schedule", ".schedule", () -> String.join("\n", ScheduleFile.lines(test, key, decisions)) + "\n");
    }

    @FunctionalInterface
    private interface Content {
        String text();
    }

    private void write(String what, String suffix, Content content) {
        if (directory == null) {
            return;
        }
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve(name + suffix);
            Files.write(file, content.text().getBytes(StandardCharsets.UTF_8)); // half of a surrogate pair becomes a ?
            told.add("its " + what + " is in " + file.toAbsolutePath());
        } catch (IOException | RuntimeException failed) {
            told.add("its " + what + " couldn't be written: " + failed);
        }
    }

    /** Returns a line for each file: where it is, or why not. */
    List<String> told() {
        return told;
    }
}
