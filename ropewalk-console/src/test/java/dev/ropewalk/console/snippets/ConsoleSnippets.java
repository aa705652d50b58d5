package dev.ropewalk.console.snippets;

import dev.ropewalk.console.Console;
import java.io.IOException;

/** The code that the documentation of the console shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ConsoleSnippets {
    abstract void work();

    void open() throws IOException {
        // @start region="open" :
        try (Console console = Console.open()) {
            System.out.println("See " + console.address());
            work();
        }
        // @end
    }
}
