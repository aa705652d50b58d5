package dev.ropewalk.observe;

import java.util.Objects;

/**
 * Something that isn't well with a part.
 *
 * @param kind what sort of trouble it is
 * @param severity how bad it is
 * @param part the kind and name of the part, as in {@code Scheduler main}
 * @param what what was seen, with the actual values
 * @param advice what to do about it
 */
public record Finding(Kind kind, Severity severity, String part, String what, String advice) {
    /** A sort of trouble. */
    public enum Kind {
        /** All workers of a scheduler were stuck or blocked while work waited. */
        STARVED,
        /** A task held its worker for long. */
        STUCK_WORKER,
        /** The thread of a worker waits in code of the program, outside of {@code Scheduler.blocking}. Only the console finds that, by stacks. */
        BLOCKED_WORKER,
        /** More threads are pinned to CPUs than there are of these CPUs. */
        PINNED_OVERCOMMIT,
        /** Very many strands and tasks are taken from other workers. */
        STEAL_STORM,
        /** Very many strands change the worker that is their home. */
        AFFINITY_THRASH,
        /** All threads of a process scope wait, and perhaps for ever. */
        DEADLOCKED,
        /** A journal accepts nothing any more because a force has failed. */
        POISONED,
        /** A long queue becomes longer. */
        QUEUE_GROWING,
        /** Elements lie in a channel from which nobody receives. */
        UNREAD_CHANNEL,
        /** Actors fail and are restarted again and again. */
        RESTART_LOOP,
        /** Messages, elements, events or tasks were dropped or turned away. */
        DROPS,
        /** Messages to actors have become dead letters. */
        DEAD_LETTERS,
        /** The limit of a limiter is as low as it gets while requests wait. */
        LIMIT_AT_FLOOR,
        /** Requests or tasks wait, and none is admitted: who holds the permits doesn't give them back. */
        NOTHING_ADMITTED,
        /** A stage of a pipeline does nothing although there are events for it. */
        PIPELINE_STALLED,
        /** A stage of a pipeline is too slow for what comes: the ring is full, or nearly. */
        STAGE_BEHIND,
        /** A journal takes more than it forces to the disk. */
        DURABLE_LAG,
        /** A disk takes long to force what a journal has appended. */
        FORCE_SLOW,
        /** Messages between the nodes of a cluster were lost, or states of entities that have moved. */
        LOSSES,
        /** A member of a cluster doesn't answer. */
        UNREACHABLE_MEMBER,
        /** Nothing more can be sent to another node, which doesn't take out of mailboxes what has come, or doesn't answer. */
        LINK_STALLED,
        /** This node of a cluster isn't ready for work from outside. */
        NOT_READY,
        /** A part has failed when it was asked. */
        UNREADABLE
    }

    /** How bad something is. */
    public enum Severity {
        /** It works, but not as it should; or that can't be told for certain. */
        WARNING,
        /** It doesn't work. */
        CRITICAL
    }

    /** Checks that nothing is null. */
    public Finding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(part, "part");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(advice, "advice");
    }

    /** Returns it in a line. */
    @Override
    public String toString() {
        return severity + " " + kind + ": " + part + ": " + what + ". " + advice + ".";
    }
}
