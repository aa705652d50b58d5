package dev.ropewalk.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of result files: one {@code NAME.json} an experiment. */
public final class ResultFiles {
    private static final String EXTENSION = ".json";
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
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

    /**
     * Writes a result to its file in a folder, which is made if need be, and returns the file. The file
     * is replaced at once, so that what was there stays whole should the JVM be killed.
     */
    public static Path write(Path folder, ExperimentResult result) throws IOException {
        Path file = folder.resolve(result.experiment() + EXTENSION);
        SafeFiles.write(file, toJson(result));
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

    /** Reads the result of an experiment, empty if the folder has none that can be read. */
    public static Optional<ExperimentResult> find(Path folder, String experiment) {
        Path file = folder.resolve(experiment + EXTENSION);
        try {
            return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void addWhatOlderFilesLack(ObjectNode fields) {
        if (fields.has("results") && !fields.has("occasion")) {
            fields.set("occasion", MAPPER.valueToTree(Occasion.unknown()));
            fields.put("planned", 0);
            fields.putArray("probes");
        }
    }

    private static ExperimentResult read(Path file) throws IOException {
        try {
            JsonNode tree = MAPPER.readTree(file.toFile());
            if (tree instanceof ObjectNode fields) {
                addWhatOlderFilesLack(fields);
            }
            return MAPPER.treeToValue(tree, ExperimentResult.class);
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not a result file: " + e.getOriginalMessage(), e);
        }
    }
}
