package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.Fault;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lets a fault happen now and then, anywhere; see {@link dev.ropewalk.sim.SimulationOptions#fault}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface FaultRate {
    /** Returns what goes wrong. */
    Fault fault();

    /** Returns how rare it is: it happens about once in so many chances, at least 1. */
    int oneIn();
}
