package dev.ropewalk.task;

import dev.ropewalk.scheduler.CancelContract;
import dev.ropewalk.scheduler.FutureContract;
import dev.ropewalk.scheduler.InvokeAllContract;
import dev.ropewalk.scheduler.InvokeAnyContract;
import dev.ropewalk.scheduler.RaceContract;
import dev.ropewalk.scheduler.ShutdownContract;
import dev.ropewalk.scheduler.SubmitContract;
import dev.ropewalk.scheduler.TerminationContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance suite of executor services, on the bounded executor in its configurations. */
class ExecutorConformanceTest {
    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class Submitting extends SubmitContract {
        Submitting(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class InvokingAll extends InvokeAllContract {
        InvokingAll(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class InvokingAny extends InvokeAnyContract {
        InvokingAny(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class Futures extends FutureContract {
        Futures(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class Cancelling extends CancelContract {
        Cancelling(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class ShuttingDown extends ShutdownContract {
        ShuttingDown(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class Terminating extends TerminationContract {
        Terminating(BoundedSubject subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(BoundedSubject.class)
    class Races extends RaceContract {
        Races(BoundedSubject subject) {
            super(subject);
        }
    }
}
