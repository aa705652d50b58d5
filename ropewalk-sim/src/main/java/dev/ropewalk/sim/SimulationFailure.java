package dev.ropewalk.sim;

import java.io.Serial;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when a run of a simulation has failed; the message tells how, and how to repeat that very run. */
public class SimulationFailure extends AssertionError {
    @Serial
    private static final long serialVersionUID = 1;

    private final String replay;

    private transient @Nullable CampaignReport report;

    /** Makes a failure that can't be repeated. */
    public SimulationFailure(String message, @Nullable Throwable cause) {
        this(message, cause, "");
    }

    /** Makes a failure with the string that repeats it. */
    public SimulationFailure(String message, @Nullable Throwable cause, String replay) {
        super(message, cause);
        this.replay = Objects.requireNonNull(replay, "replay");
    }

    SimulationFailure with(CampaignReport ofCampaign) {
        report = ofCampaign;
        return this;
    }

    /**
     * Returns what the campaign has done, the run that has failed included. Empty if a run was repeated by its string; a failure that
     * was serialized has none either.
     */
    public Optional<CampaignReport> report() {
        return Optional.ofNullable(report);
    }

    /** Returns the string by which {@link Simulations#replay} repeats the run; empty if it can't be repeated. */
    public String replay() {
        return replay;
    }
}
