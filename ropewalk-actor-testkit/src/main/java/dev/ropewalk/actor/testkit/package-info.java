/**
 * What tests of actors need: a {@linkplain dev.ropewalk.actor.testkit.ActorTestKit system that ends with the test} and
 * {@linkplain dev.ropewalk.actor.testkit.Probe probes} that record what they are sent. It depends on no test framework: a
 * failed expectation is an {@link AssertionError}.
 *
 * <p>All waiting is done by the system's scheduler and on its clock. So a kit that is built on the scheduler of a simulation has
 * that one's time: deadlines and timers pass as soon as no party can go on, and no test waits for them.
 */
@NullMarked
package dev.ropewalk.actor.testkit;

import org.jspecify.annotations.NullMarked;
