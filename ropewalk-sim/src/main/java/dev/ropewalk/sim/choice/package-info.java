/**
 * The stream of choices. A world asks a {@link dev.ropewalk.sim.choice.ChoiceSource} for each decision: a strategy's, or a record.
 * {@link dev.ropewalk.sim.choice.RecordingChoices} records what another source decides, {@link
 * dev.ropewalk.sim.choice.RecordedChoices} repeats it. A {@link dev.ropewalk.sim.choice.Schedule} holds the decisions that aren't
 * the default, a {@link dev.ropewalk.sim.choice.ReplayKey} is what a replay string contains, and a {@link
 * dev.ropewalk.sim.choice.ScheduleFile} is the whole stream as text.
 */
@NullMarked
package dev.ropewalk.sim.choice;

import org.jspecify.annotations.NullMarked;
