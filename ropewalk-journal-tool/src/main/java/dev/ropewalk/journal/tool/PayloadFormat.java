package dev.ropewalk.journal.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.journal.JournalEntry;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** How a record is shown, in one line or, in hexadecimal, several. */
enum PayloadFormat {
    /** As text, with what can't be printed escaped. */
    text {
        @Override
        String show(JournalEntry entry) {
            return head(entry) + "  " + escape(new String(entry.payload(), StandardCharsets.UTF_8));
        }
    },
    /** As bytes, 16 a line. */
    hex {
        @Override
        String show(JournalEntry entry) {
            var lines = new StringBuilder(head(entry));
            byte[] payload = entry.payload();
            for (int from = 0; from < payload.length; from += BYTES_PER_LINE) {
                int to = Math.min(from + BYTES_PER_LINE, payload.length);
                String bytes = BYTES.formatHex(payload, from, to);
                String ascii =
                        new String(payload, from, to - from, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
                lines.append(String.format(Locale.ROOT, "%n  %06x  %-47s  %s", from, bytes, ascii));
            }
            return lines.toString();
        }
    },
    /** As an object, with the payload as text if it is UTF-8, else in hexadecimal. */
    json {
        @Override
        String show(JournalEntry entry) {
            ObjectNode node = JSON.createObjectNode()
                    .put("index", entry.index())
                    .put("epoch", entry.epoch())
                    .put("segment", entry.segment())
                    .put("offset", entry.offset())
                    .put("length", entry.payload().length);
            text(entry.payload())
                    .ifPresentOrElse(
                            text -> node.put("text", text),
                            () -> node.put("hex", HexFormat.of().formatHex(entry.payload())));
            try {
                return JSON.writeValueAsString(node);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private static final int BYTES_PER_LINE = 16;
    private static final HexFormat BYTES = HexFormat.ofDelimiter(" ");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the record as it is printed, without the line's end. */
    abstract String show(JournalEntry entry);

    private static String head(JournalEntry entry) {
        return String.format(
                Locale.ROOT, "%10d  epoch %d  %d bytes", entry.index(), entry.epoch(), entry.payload().length);
    }

    private static Optional<String> text(byte[] payload) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Keeps a record from moving the terminal's cursor. */
    private static String escape(String text) {
        var escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                case '\\' -> escaped.append("\\\\");
                default -> {
                    if (Character.isISOControl(point)) {
                        escaped.append(String.format(Locale.ROOT, "\\u%04x", point));
                    } else {
                        escaped.appendCodePoint(point);
                    }
                }
            }
        });
        return escaped.toString();
    }
}
