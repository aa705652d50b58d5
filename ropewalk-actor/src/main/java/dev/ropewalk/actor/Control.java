package dev.ropewalk.actor;

import org.jspecify.annotations.Nullable;

/** An order of the system to an actor. It overtakes messages, and is carried out even while the actor handles none. */
abstract class Control {
    /** The order given before this one; owned by the {@link Controls} that this is in. */
    @Nullable
    Control next;

    /** Carries it out, in the actor's strand. */
    abstract void apply(Cell<?> actor);

    /** Stop after the current message. */
    static final class Stop extends Control {
        @Override
        void apply(Cell<?> actor) {
            actor.beginStop();
        }
    }

    /** Tell a watcher when the actor has stopped. */
    static final class Watch extends Control {
        private final Watcher watcher;

        Watch(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        void apply(Cell<?> actor) {
            actor.addWatcher(watcher);
        }
    }

    /** Tell a watcher no more. */
    static final class Unwatch extends Control {
        private final Watcher watcher;

        Unwatch(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        void apply(Cell<?> actor) {
            actor.removeWatcher(watcher);
        }
    }

    /** The last child has stopped. */
    static final class ChildrenGone extends Control {
        @Override
        void apply(Cell<?> actor) {
            actor.childrenGone();
        }
    }

    /** Decide about a child that has failed. */
    static final class ChildFailed extends Control {
        private final Cell<?> child;
        private final Throwable cause;
        private final int round;

        ChildFailed(Cell<?> child, Throwable cause, int round) {
            this.child = child;
            this.cause = cause;
            this.round = round;
        }

        @Override
        void apply(Cell<?> actor) {
            actor.supervise(child, cause, round);
        }
    }

    /** Go on after a failure. */
    static final class Resume extends Control {
        @Override
        void apply(Cell<?> actor) {
            actor.resumeAfterFailure();
        }
    }

    /** Begin anew. */
    static final class Restart extends Control {
        final Throwable cause;
        final int round;
        final long delayNanos;
        final boolean keepStash;

        Restart(Throwable cause, int round, long delayNanos, boolean keepStash) {
            this.cause = cause;
            this.round = round;
            this.delayNanos = delayNanos;
            this.keepStash = keepStash;
        }

        @Override
        void apply(Cell<?> actor) {
            actor.beginRestart(this);
        }
    }

    /** The back-off is over. */
    static final class RestartNow extends Control {
        @Override
        void apply(Cell<?> actor) {
            actor.finishRestart();
        }
    }

    /** There was room for a message that this actor had sent. */
    static final class RoomFound extends Control {
        @Override
        void apply(Cell<?> actor) {
            actor.roomFound();
        }
    }

    /** Fail, for what the actor's own code has thrown elsewhere. */
    static final class Fail extends Control {
        private final Throwable cause;

        Fail(Throwable cause) {
            this.cause = cause;
        }

        @Override
        void apply(Cell<?> actor) {
            actor.failed(cause);
        }
    }
}
