package dev.ropewalk.cpu;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * CPUs that some process of this machine has reserved, and what it said of itself.
 *
 * <p>That the CPUs are reserved comes from the kernel. The rest is a note that the process left: it is for people to read,
 * may be missing, and says nothing about whether the process lives. A process in a container tells the number by which it
 * knows itself.
 *
 * @param cpus the reserved CPUs
 * @param name what they are reserved for; empty if unknown
 * @param pid the process's number; empty if unknown
 * @param command its main class or executable, without arguments; empty if unknown
 * @param since when they were reserved; empty if unknown
 */
public record CpuHolder(CpuSet cpus, String name, OptionalLong pid, String command, Optional<Instant> since) {
    public CpuHolder {
        Objects.requireNonNull(cpus, "cpus");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(pid, "pid");
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(since, "since");
    }

    /** Returns the holder in one line for a person. */
    @Override
    public String toString() {
        var text = new StringBuilder("CPU" + (cpus.size() == 1 ? " " : "s ") + cpus);
        if (pid.isEmpty()) {
            return text.append(" by an unknown process").toString();
        }
        text.append(" for \"").append(name).append("\" by process ").append(pid.getAsLong());
        if (!command.isEmpty()) {
            text.append(" (").append(command).append(')');
        }
        since.ifPresent(instant -> text.append(" since ").append(instant));
        return text.toString();
    }
}
