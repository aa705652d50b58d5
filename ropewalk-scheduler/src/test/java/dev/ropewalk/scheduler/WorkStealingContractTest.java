package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.CloseContract;
import org.junit.jupiter.api.Nested;

/** The scheduler on real threads does what every scheduler has to do. */
class WorkStealingContractTest {
    @Nested
    class Strands extends StrandContract {
        Strands() {
            super(new RealSubject());
        }
    }

    @Nested
    class MessageStrands extends MessageStrandContract {
        MessageStrands() {
            super(new RealSubject());
        }
    }

    @Nested
    class Failures extends FailureContract {
        Failures() {
            super(new RealSubject());
        }
    }

    @Nested
    class Timers extends TimerContract {
        Timers() {
            super(new RealSubject());
        }
    }

    @Nested
    class Ends extends CloseContract {
        Ends() {
            super(new RealSubject());
        }
    }

    @Nested
    class Current extends CurrentSchedulerContract {
        Current() {
            super(new RealSubject());
        }
    }
}
