package dev.ropewalk.channel;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;

/**
 * What the processes of a {@link ProcessScope} do. Those that have ended aren't in it. The text shows the first of very many,
 * and the upper part of deep stacks; the record holds all.
 *
 * @param name the name of the scope
 * @param owner what its owner does, without scopes
 * @param processes what its processes do, in the order in which they were spawned
 * @param inner the scopes that the owner has opened within, at most one, with the next within that
 */
public record ScopeSnapshot(
        String name, ProcessSnapshot owner, List<ProcessSnapshot> processes, List<ScopeSnapshot> inner) {
    private static final int MAX_PROCESSES = 64;

    /** Makes copies of the lists. */
    public ScopeSnapshot {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
        processes = Nulls.copy(processes, "processes");
        inner = Nulls.copy(inner, "inner");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text, "");
        owner.appendStack(text, "    ");
        appendMembers(text, "  ");
        return text.toString();
    }

    /** Adds the line of the scope and its members, below its owner's stack, which the text has already. */
    void appendWithin(StringBuilder text, String indent) {
        append(text, indent);
        appendMembers(text, indent + "  ");
    }

    private void append(StringBuilder text, String indent) {
        text.append(indent).append("scope ").append(name).append(", owner ");
        owner.appendLine(text);
    }

    private void appendMembers(StringBuilder text, String indent) {
        processes.stream().limit(MAX_PROCESSES).forEach(process -> process.append(text, indent));
        if (processes.size() > MAX_PROCESSES) {
            text.append(indent)
                    .append("and ")
                    .append(processes.size() - MAX_PROCESSES)
                    .append(" more\n");
        }
        inner.forEach(scope -> scope.appendWithin(text, indent));
    }
}
