package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.Fault;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a fault happen once in each run, at a named place; see {@link dev.ropewalk.sim.SimulationOptions#faultAt}. If it happens in no run,
 * the test fails and names the places that runs came to.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface FaultAt {
    /** Returns what goes wrong. */
    Fault fault();

    /** Returns what the text of the place contains: the path of an actor, the name of a pool. */
    String place();

    /** Returns at which chance there it happens, from 1. */
    int count() default 1;
}
