package dev.ropewalk.scheduler;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of the members of a {@link CoordinatedShutdown}.
 *
 * @param members all that were there, phase by phase, in the order in which their closing began
 */
public record ShutdownReport(List<Member> members) implements CloseReport {
    public ShutdownReport {
        members = Nulls.copy(members, "members");
    }

    @Override
    public boolean isComplete() {
        for (Member member : members) {
            if (member.state() != MemberState.CLOSED) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many members were closed well, and a line for each one that wasn't. */
    @Override
    public String toString() {
        List<Member> left = members.stream()
                .filter(member -> member.state() != MemberState.CLOSED)
                .toList();
        var text = new StringBuilder("ShutdownReport: ");
        text.append(members.size() - left.size())
                .append(" of ")
                .append(members.size())
                .append(" members closed well");
        left.forEach(member -> text.append("\n  ").append(member));
        return text.toString();
    }

    /** What became of a member. */
    public enum MemberState {
        /** It was closed and left nothing undone. */
        CLOSED,
        /** It was closed and says that it left something undone. */
        INCOMPLETE,
        /** Closing it failed. */
        FAILED,
        /** It hadn't ended when its phase was over. */
        ABANDONED
    }

    /**
     * What became of one member.
     *
     * @param phase the name of its phase
     * @param name its own name
     * @param state what became of it
     * @param report what its action returned, if it returned
     * @param failure what its action threw; for an abandoned one, what shows in its stack trace where it was
     */
    public record Member(
            String phase, String name, MemberState state, Optional<CloseReport> report, Optional<Throwable> failure) {
        public Member {
            Objects.requireNonNull(phase, "phase");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(report, "report");
            Objects.requireNonNull(failure, "failure");
        }

        /** Returns the names, the state, the failure, and the report unless that is a lambda, which tells nothing. */
        @Override
        public String toString() {
            var text = new StringBuilder(phase)
                    .append('/')
                    .append(name)
                    .append(": ")
                    .append(state);
            report.filter(told -> !told.getClass().isHidden())
                    .ifPresent(told -> text.append(", ").append(told));
            failure.ifPresent(cause -> text.append(", ").append(cause));
            return text.toString();
        }
    }
}
