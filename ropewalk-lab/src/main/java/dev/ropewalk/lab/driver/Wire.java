package dev.ropewalk.lab.driver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Turns messages between driver and child into single lines and back. */
final class Wire {
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();

    private Wire() {}

    static String toLine(Object message) {
        try {
            return MAPPER.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write " + message, e);
        }
    }

    static <T> T fromLine(String line, Class<T> type) {
        try {
            return MAPPER.readValue(line, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a " + type.getSimpleName() + ": " + line, e);
        }
    }
}
