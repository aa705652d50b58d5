package dev.ropewalk.lab.house.kitchen;

import dev.ropewalk.lab.house.cellar.Shelf;
import org.jspecify.annotations.Nullable;

/** One half of a cycle between two rooms, which the rule must see. */
public class Stove {
    @Nullable
    Shelf other;
}
