package dev.ropewalk.lab.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file in a folder of results that is there while a command isn't finished, or was interrupted. */
public final class SessionFile {
    private static final String NAME = "unfinished-run";
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private SessionFile() {}

    /** Writes a session to its file in a folder. */
    public static void write(Path folder, Session session) throws IOException {
        SafeFiles.write(folder.resolve(NAME), MAPPER.writeValueAsString(session) + "\n");
    }

    /**
     * Reads the session of a folder, empty if none was interrupted there.
     *
     * @throws IOException if the file can't be read; the message names it
     */
    public static Optional<Session> read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(file.toFile(), Session.class));
        } catch (JsonProcessingException e) {
            throw new IOException(file + " doesn't describe a run: " + e.getOriginalMessage(), e);
        }
    }

    /** Removes the file: the session is finished. */
    public static void delete(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }
}
