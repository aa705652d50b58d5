package dev.ropewalk.stress.sample;

import java.util.ArrayList;
import java.util.List;

/** What {@link Sample} inherits. */
public class Base {
    protected final List<String> notes = new ArrayList<>();
    protected volatile boolean shared;

    protected void note(String note) {
        notes.add(note);
    }

    public List<String> inherited() {
        note("inherited");
        return notes;
    }
}
