package dev.ropewalk.cluster.pekko.wire;

/** What travels between nodes and isn't Pekko's own; {@link WireSerializer} writes it. */
public sealed interface Wire permits Frame, Locate, Located, TakesPart, Heard, Knock, Answer, Leaves, Stranger {}
