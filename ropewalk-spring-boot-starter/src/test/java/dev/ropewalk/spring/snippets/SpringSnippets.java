package dev.ropewalk.spring.snippets;

import dev.ropewalk.spring.Limited;
import java.util.List;

/** Code that the documentation shows. */
class SpringSnippets {
    private final Index index = words -> List.of(words);

    /** Finds something. */
    interface Index {
        List<String> find(String words);
    }

    // @start region="limited" :
    @Limited("search")
    List<String> find(String words) {
        return index.find(words);
    }
    // @end
}
