package dev.ropewalk.pekko.dispatch;

import dev.ropewalk.scheduler.Scheduler;
import scala.Function0;
import scala.concurrent.BlockContext;
import scala.concurrent.CanAwait;

/** Brings what Scala marks as blocking to a scheduler, whose worker runs the caller. */
final class ManagedBlocking implements BlockContext {
    private final Scheduler scheduler;

    ManagedBlocking(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public <T> T blockOn(Function0<T> thunk, CanAwait permission) {
        try {
            return scheduler.blocking(thunk::apply);
        } catch (Exception failed) {
            throw unchecked(failed);
        }
    }

    /** Throws what Scala code throws, which may be checked, as it is. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is erased
    private static <E extends Throwable> E unchecked(Throwable failed) throws E {
        throw (E) failed;
    }
}
