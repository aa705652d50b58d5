package dev.ropewalk.cluster.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.ropewalk.cluster.SeedDiscovery;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads an answer of the API server token by token, and passes over what it doesn't need. Depths and lengths are bounded. */
final class PodReader {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_TEXT = 1 << 20;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_TEXT)
                    .maxNumberLength(20)
                    .build())
            .build();

    private final JsonParser json;
    private final List<Pod> pods = new ArrayList<>();
    private String kind = "";
    private String message = "";
    private String next = "";

    /** Of the pod that is read. */
    private String name = "";

    private String phase = "";
    private final List<String> addresses = new ArrayList<>();
    private final Map<String, Integer> ports = new HashMap<>();

    /** Of the port that is read. */
    private String portName = "";

    private int port;

    /** Reads a value. */
    @FunctionalInterface
    private interface Step {
        void read() throws IOException;
    }

    private PodReader(JsonParser json) {
        this.json = json;
    }

    /**
     * Reads a list of pods.
     *
     * @throws IOException if it isn't one, with where
     */
    static PodList pods(byte[] answer) throws IOException {
        PodReader reader = read(answer);
        if (!reader.kind.equals("PodList")) {
            throw new IOException("its kind is '" + reader.kind + "', not 'PodList'");
        }
        return new PodList(reader.pods, !reader.next.isEmpty());
    }

    /**
     * Reads why a question was refused.
     *
     * @throws IOException if it doesn't say
     */
    static String message(byte[] answer) throws IOException {
        return read(answer).message;
    }

    private static PodReader read(byte[] answer) throws IOException {
        try (JsonParser json = JSON.createParser(answer)) {
            var reader = new PodReader(json);
            json.nextToken();
            reader.object(Map.of(
                    "kind", () -> reader.kind = reader.text(),
                    "message", () -> reader.message = reader.text(),
                    "metadata", () -> reader.object(Map.of("continue", () -> reader.next = reader.text())),
                    "items", () -> reader.array(reader::pod)));
            if (json.nextToken() != null) {
                throw reader.unexpected("the end");
            }
            return reader;
        }
    }

    private void pod() throws IOException {
        if (pods.size() >= SeedDiscovery.MAX_ADDRESSES) {
            throw new IOException("it has more than " + SeedDiscovery.MAX_ADDRESSES + " pods");
        }
        name = "";
        phase = "";
        addresses.clear();
        ports.clear();
        object(Map.of(
                "metadata", () -> object(Map.of("name", () -> name = text())),
                "spec", () -> object(Map.of("containers", () -> array(this::container))),
                "status",
                        () -> object(Map.of(
                                "phase", () -> phase = text(),
                                "podIP", () -> address(0),
                                "podIPs", () -> array(() -> object(Map.of("ip", () -> address(addresses.size()))))))));
        pods.add(new Pod(name, phase, addresses, ports));
    }

    private void container() throws IOException {
        object(Map.of("ports", () -> array(this::containerPort)));
    }

    private void containerPort() throws IOException {
        portName = "";
        port = 0;
        object(Map.of(
                "name", () -> portName = text(),
                "containerPort",
                        () -> {
                            if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                                throw unexpected("a number");
                            }
                            port = json.getIntValue();
                        }));
        if (!portName.isEmpty()) {
            ports.put(portName, port);
        }
    }

    private void address(int place) throws IOException {
        String text = text();
        if (text.isEmpty() || addresses.contains(text)) {
            return;
        }
        try {
            InetAddress ignored = InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("the address of pod '" + name + "' is '" + text + "'", e);
        }
        addresses.add(place, text); // as the pod knows it
    }

    private void object(Map<String, Step> fields) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw unexpected("an object");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            Step step = fields.get(json.currentName());
            json.nextToken();
            if (step == null) {
                json.skipChildren();
            } else {
                step.read();
            }
        }
    }

    private void array(Step each) throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (json.currentToken() != JsonToken.START_ARRAY) {
            throw unexpected("an array");
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            each.read();
        }
    }

    private String text() throws IOException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            return "";
        }
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw unexpected("a text");
        }
        return json.getText();
    }

    private IOException unexpected(String wanted) {
        return new IOException("it has " + json.currentToken() + " instead of " + wanted + " in line "
                + json.currentLocation().getLineNr() + ", column "
                + json.currentLocation().getColumnNr());
    }
}
