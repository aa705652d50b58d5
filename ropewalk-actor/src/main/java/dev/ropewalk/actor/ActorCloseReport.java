package dev.ropewalk.actor;

import java.util.List;

/** What closing an {@link ActorSystem} left undone. */
public record ActorCloseReport(List<ActorSnapshot> busy) {}
