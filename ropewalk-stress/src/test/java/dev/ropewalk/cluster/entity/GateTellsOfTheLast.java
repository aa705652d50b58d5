package dev.ropewalk.cluster.entity;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Two leave a closed gate at once: one of them tells that all have left. */
@JCStressTest
@BrokenBy(in = Gate.class, method = "leave", of = "getAndAdd", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "One was told.")
@Outcome(expect = FORBIDDEN, desc = "None was told, or both.")
@State
public class GateTellsOfTheLast {
    private int told;

    private final Gate gate = new Gate(new GateOwners()) {
        @Override
        void left() {
            told++;
        }
    };

    public GateTellsOfTheLast() {
        boolean first = gate.enter();
        if (!first || !gate.enter() || !gate.close()) {
            throw new AssertionError("the gate was open");
        }
    }

    @Actor
    public void one() {
        gate.leave();
    }

    @Actor
    public void other() {
        gate.leave();
    }

    @Arbiter
    public void arbiter(Z_Result result) {
        result.r1 = told == 1;
    }
}
