package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.CurrentSchedulerContract;
import dev.ropewalk.scheduler.FailureContract;
import dev.ropewalk.scheduler.MessageStrandContract;
import dev.ropewalk.scheduler.StrandContract;
import dev.ropewalk.scheduler.TimerContract;
import org.junit.jupiter.api.Nested;

/** The simulated scheduler does what every scheduler has to do, on virtual threads and with a baton. */
class SimulatedContractTest {
    @Nested
    class Strands extends StrandContract {
        Strands() {
            super(new SimulatedSubject(true));
        }
    }

    @Nested
    class StrandsWithBaton extends StrandContract {
        StrandsWithBaton() {
            super(new SimulatedSubject(false));
        }
    }

    @Nested
    class MessageStrands extends MessageStrandContract {
        MessageStrands() {
            super(new SimulatedSubject(true));
        }
    }

    @Nested
    class MessageStrandsWithBaton extends MessageStrandContract {
        MessageStrandsWithBaton() {
            super(new SimulatedSubject(false));
        }
    }

    @Nested
    class Failures extends FailureContract {
        Failures() {
            super(new SimulatedSubject(true));
        }
    }

    @Nested
    class Timers extends TimerContract {
        Timers() {
            super(new SimulatedSubject(true));
        }
    }

    @Nested
    class TimersWithBaton extends TimerContract {
        TimersWithBaton() {
            super(new SimulatedSubject(false));
        }
    }

    @Nested
    class Current extends CurrentSchedulerContract {
        Current() {
            super(new SimulatedSubject(true));
        }
    }
}
