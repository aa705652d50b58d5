package dev.ropewalk.observe.health;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.observe.Finding.Kind;

/** Limiters that let next to nothing through. What they turn away is their duty, and no finding. */
final class LimiterCheck implements PartCheck<AdmissionStats> {
    @Override
    public void compare(String part, AdmissionStats before, AdmissionStats after, Looks looks) {
        long floor = looks.options().limitFloor();
        if (before.limit() <= floor && after.limit() <= floor && before.waiting() > 0 && after.waiting() > 0) {
            looks.warn(
                    Kind.LIMIT_AT_FLOOR,
                    part,
                    "its limit is " + after.limit() + " while "
                            + Looks.inWords(after.waiting(), "request", "waits", "wait") + "; "
                            + (after.admitted() - before.admitted()) + " admitted" + looks.within(),
                    "See what has become slow or refuses behind it; if the limit adapts, a recording with ropewalk.LimitChange"
                            + " tells when it fell");
        }
        checkAdmitted(part, "request", before, after, looks);
        looks.checkQueue(
                part,
                "requests",
                before.waiting(),
                after.waiting(),
                "Bound them by maxWaiting, or give them a time-out; the limit is " + after.limit());
    }

    /** Finds that some wait and none is admitted, of a limiter or an executor. */
    static void checkAdmitted(String part, String noun, AdmissionStats before, AdmissionStats after, Looks looks) {
        boolean isSame = after.admitted() == before.admitted();
        if (isSame
                && before.waiting() > 0
                && after.waiting() > 0
                && looks.areApart(looks.options().unreadAfter())) {
            looks.warn(
                    Kind.NOTHING_ADMITTED,
                    part,
                    Looks.inWords(after.waiting(), noun, "waits", "wait") + ", " + after.inFlight() + " of "
                            + after.limit() + " in flight, and none was admitted" + looks.within(),
                    "Those in flight don't end, or keep their permits: look at their stacks; waiters() of a limiter tells who waits");
        }
    }
}
