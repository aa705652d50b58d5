package dev.ropewalk.console.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** What the server shows, by the last part of an address. Called by many threads at once. */
public interface Content {
    /** A document to be taken away. Whoever gets it closes its content. */
    record Document(String contentType, String fileName, InputStream content) {}

    /** Returns whether there is a view of this name. */
    boolean hasView(String name);

    /** Returns what a view shows at this moment, as a JSON object. */
    ObjectNode look(String view, Query query);

    /** Returns a document, or null if there is none of this name. */
    @Nullable
    Document takeAway(String name, Query query) throws IOException, InterruptedException;
}
