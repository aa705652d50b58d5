package dev.ropewalk.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folder of result files: one {@code NAME.json} an experiment. */
public final class ResultFiles {
    private static final String EXTENSION = ".json";
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final ObjectWriter WRITER =
            MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

    private ResultFiles() {}

    /** Returns a result as JSON text. */
    public static String toJson(ExperimentResult result) {
        try {
            return WRITER.writeValueAsString(result) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write the result of " + result.experiment() + " as JSON", e);
        }
    }

    /** Writes a result to its file in a folder, which is made if need be, and returns the file. */
    public static Path write(Path folder, ExperimentResult result) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(result.experiment() + EXTENSION);
        Files.writeString(file, toJson(result));
        return file;
    }

    /**
     * Reads all results of a folder, in the order of their files' names.
     *
     * @throws IOException if the folder can't be read, or a file in it is no result; the message names it
     */
    public static List<ExperimentResult> readAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.filter(file -> file.toString().endsWith(EXTENSION))
                    .sorted()
                    .toList();
        }
        var results = new ArrayList<ExperimentResult>();
        for (Path file : files) {
            results.add(read(file));
        }
        return results;
    }

    private static ExperimentResult read(Path file) throws IOException {
        try {
            return MAPPER.readValue(file.toFile(), ExperimentResult.class);
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not a result file: " + e.getOriginalMessage(), e);
        }
    }
}
