package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.CancelContract;
import dev.ropewalk.scheduler.FutureContract;
import dev.ropewalk.scheduler.InvokeAllContract;
import dev.ropewalk.scheduler.InvokeAnyContract;
import dev.ropewalk.scheduler.ShutdownContract;
import dev.ropewalk.scheduler.SubmitContract;
import dev.ropewalk.scheduler.TerminationContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** A simulated scheduler's view keeps the contract of executor services as the real one's does. */
@ExtendWith(SimulatedExecutors.InWorld.class)
class SimulatedExecutorTest {
    @Nested
    class Submitting extends SubmitContract {
        Submitting() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class InvokingAll extends InvokeAllContract {
        InvokingAll() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class InvokingAny extends InvokeAnyContract {
        InvokingAny() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class Futures extends FutureContract {
        Futures() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class Cancelling extends CancelContract {
        Cancelling() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class ShuttingDown extends ShutdownContract {
        ShuttingDown() {
            super(new SimulatedExecutors());
        }
    }

    @Nested
    class Terminating extends TerminationContract {
        Terminating() {
            super(new SimulatedExecutors());
        }
    }
}
