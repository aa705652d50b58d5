package dev.ropewalk.sim;

/** Why a campaign has begun no more runs. */
public enum CampaignEnd {
    /** All runs were done that its options ask for. */
    RUNS_DONE("all runs were done"),
    /** The real time was up that its options allow. */
    TIME_UP("the time was up"),
    /** An exhaustive strategy has tried all schedules. */
    EXHAUSTED("all schedules were tried"),
    /**
     * An exhaustive strategy knows no schedule any more, but has left some out: behind the first 100 000 decisions of a run, or those of
     * other options of a number that was drawn from more than 8.
     */
    TRUNCATED("not all schedules were tried: runs were too long, or drew numbers of more than 8 options"),
    /** The thread that ran it was interrupted. */
    INTERRUPTED("it was interrupted"),
    /** A run has failed. */
    FAILED("a run has failed"),
    /** It wasn't begun, because a replay string is asked for. */
    REPLAYED("a run was repeated instead");

    private final String text;

    CampaignEnd(String text) {
        this.text = text;
    }

    /** Returns it in words. */
    @Override
    public String toString() {
        return text;
    }
}
