package dev.ropewalk.lab.house.cellar;

import dev.ropewalk.lab.house.kitchen.Stove;
import org.jspecify.annotations.Nullable;

/** One half of a cycle between two rooms, which the rule must see. */
public class Shelf {
    @Nullable
    Stove other;
}
