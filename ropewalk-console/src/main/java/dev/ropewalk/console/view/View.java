package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.Query;

/** One of the views of the page. Called by several threads at once. */
interface View {
    /** Returns what it shows at this moment. */
    ObjectNode look(Query query);
}
