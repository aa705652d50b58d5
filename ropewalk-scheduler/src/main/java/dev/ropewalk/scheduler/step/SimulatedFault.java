package dev.ropewalk.scheduler.step;

import java.io.Serial;

/** What a task, an action, a handler or an actor fails with if a simulation lets it fail; see {@link Steps#failIfStruck}. */
public final class SimulatedFault extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Makes the failure at a place, which is only named in the message. */
    public SimulatedFault(FaultKind kind, Object place) {
        super("the simulation has chosen a fault of the kind " + kind + " at " + place);
    }
}
