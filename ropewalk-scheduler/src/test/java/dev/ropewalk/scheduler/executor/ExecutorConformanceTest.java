package dev.ropewalk.scheduler.executor;

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

/** The conformance suite of executor services, on the JDK's own and on the view. */
class ExecutorConformanceTest {
    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class Submitting extends SubmitContract {
        Submitting(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class InvokingAll extends InvokeAllContract {
        InvokingAll(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class InvokingAny extends InvokeAnyContract {
        InvokingAny(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class Futures extends FutureContract {
        Futures(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class Cancelling extends CancelContract {
        Cancelling(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class ShuttingDown extends ShutdownContract {
        ShuttingDown(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class Terminating extends TerminationContract {
        Terminating(ExecutorServices subject) {
            super(subject);
        }
    }

    @Nested
    @ParameterizedClass
    @EnumSource(ExecutorServices.class)
    class Races extends RaceContract {
        Races(ExecutorServices subject) {
            super(subject);
        }
    }
}
