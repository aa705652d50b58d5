package dev.ropewalk.console.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The files of the page. */
final class Pages {
    private static final Map<String, String> TYPES = Map.of(
            "index.html", "text/html; charset=utf-8",
            "console.css", "text/css; charset=utf-8",
            "console.js", "text/javascript; charset=utf-8",
            "views.js", "text/javascript; charset=utf-8",
            "graph.js", "text/javascript; charset=utf-8",
            "icon.svg", "image/svg+xml",
            "uplot/uPlot.iife.min.js", "text/javascript; charset=utf-8",
            "uplot/uPlot.min.css", "text/css; charset=utf-8",
            "uplot/LICENSE", "text/plain; charset=utf-8");

    /** A file and its content type. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares pages
    record Page(String type, byte[] bytes) {}

    private Pages() {}

    static @Nullable Page of(String path) {
        String name = path.equals("/") ? "index.html" : path.substring(1);
        String type = TYPES.get(name);
        if (type == null) {
            return null;
        }
        try (InputStream in =
                Objects.requireNonNull(Pages.class.getResourceAsStream("/dev/ropewalk/console/page/" + name), name)) {
            return new Page(type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
