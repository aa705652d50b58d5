package dev.ropewalk.actor.supervision;

import org.jspecify.annotations.Nullable;

/** What the system tells an actor to do. It overtakes messages, and is carried out even while the actor handles none. */
public abstract class SystemMessage {
    /** The system message that was sent before this one; owned by the {@link SystemMessages} that this is in. */
    @Nullable
    SystemMessage next;

    /** Carries it out, in the actor's strand. */
    public abstract void apply(ActorLife<?> actor);

    /** Stop after the current message. */
    public static final class Stop extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            actor.beginStop();
        }
    }

    /** Tell a watcher when the actor has stopped. */
    public static final class Watch extends SystemMessage {
        private final Watcher watcher;

        public Watch(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public void apply(ActorLife<?> actor) {
            actor.addWatcher(watcher);
        }
    }

    /** Tell a watcher no more. */
    public static final class Unwatch extends SystemMessage {
        private final Watcher watcher;

        public Unwatch(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public void apply(ActorLife<?> actor) {
            actor.removeWatcher(watcher);
        }
    }

    /** The last child has stopped. */
    static final class ChildrenGone extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            actor.childrenGone();
        }
    }

    /** Decide about a child that has failed. */
    static final class ChildFailed extends SystemMessage {
        private final ActorLife<?> child;
        private final Throwable cause;
        private final int round;

        public ChildFailed(ActorLife<?> child, Throwable cause, int round) {
            this.child = child;
            this.cause = cause;
            this.round = round;
        }

        @Override
        public void apply(ActorLife<?> actor) {
            actor.supervise(child, cause, round);
        }
    }

    /** Go on after a failure. */
    public static final class Resume extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            actor.resumeAfterFailure();
        }
    }

    /** Begin anew. */
    static final class Restart extends SystemMessage {
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
        public void apply(ActorLife<?> actor) {
            actor.beginRestart(this);
        }
    }

    /** The back-off is over. */
    static final class RestartNow extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            actor.finishRestart();
        }
    }

    /** Fail, for what the actor's own code has thrown elsewhere. */
    public static final class Fail extends SystemMessage {
        private final Throwable cause;

        public Fail(Throwable cause) {
            this.cause = cause;
        }

        @Override
        public void apply(ActorLife<?> actor) {
            actor.failed(cause);
        }
    }
}
