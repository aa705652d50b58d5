package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;

/** A part that a program has named. */
public record NamedPart(ContextKind contextKind, String contextName) implements ContextPart {}
